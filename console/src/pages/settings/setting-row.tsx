/** One setting: what holds and why, and the way to change it. A secret can be set and forgotten, never read. */
import type { SettingEntry } from '@contract/configuration.ts'
import { Alert, Badge, Box, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { inLanguage, meaningOfSetting } from '../../language/of-service.ts'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { MarkedText } from '../../parts/marked-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { tellAccepted } from './accepted-words.ts'
import { SettingEditor } from './setting-editor.tsx'
import { TrialButton, TrialOutcome, useTrial } from './setting-trial.tsx'
import classes from './settings.module.css'

const LAYERS: Record<SettingEntry['layer'], string> = {
  runtime: phrase('set here'),
  environment: phrase('from the environment'),
  default: phrase('default'),
}

/** `isSought` where somebody was sent here for this one. */
export function SettingRow({ entry, isSought }: { entry: SettingEntry; isSought: boolean }) {
  const [isEditing, { open, close }] = useDisclosure(isSought && entry.changeable)
  const [wasEdited, setWasEdited] = useState(false)
  const trial = useTrial(entry.key)
  const row = useRef<HTMLDivElement>(null)
  const leave = () => {
    setWasEdited(true)
    close()
  }
  // Who is on the page already may be sent to another one.
  useEffect(() => {
    if (isSought && entry.changeable) open()
  }, [isSought, entry.changeable, open])
  // Once its editor is there, so that all of it is in sight.
  useEffect(() => {
    if (isSought && (isEditing || !entry.changeable)) row.current?.scrollIntoView({ block: 'center' })
  }, [isSought, isEditing, entry.changeable])
  return (
    <Box className={classes.row} ref={row} data-sought={isSought || undefined}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} className={classes.about}>
          <Text size="sm" fw={600} ff="monospace" className="wrap-anywhere">
            {entry.key}
          </Text>
          <Text size="sm" className="muted">
            <MarkedText text={meaningOfSetting(entry)} />
          </Text>
          <Changed entry={entry} />
        </Stack>
        <Group gap="xs" className={classes.holds}>
          <Value entry={entry} />
          <Badge variant="light" color={entry.layer === 'runtime' ? 'blue' : 'gray'} tt="none">
            {LAYERS[entry.layer]}
          </Badge>
          {entry.testable && !isEditing && <TrialButton entry={entry} trial={trial} changes={{}} />}
          {entry.changeable && !isEditing && (
            <Button
              size="xs"
              variant="default"
              onClick={open}
              aria-label={phrase('Change {key}', { key: entry.key })}
              autoFocus={wasEdited}
            >
              {phrase('Change')}
            </Button>
          )}
        </Group>
      </Group>
      <Warning entry={entry} />
      {!isEditing && <TrialOutcome trial={trial} />}
      {isEditing && <SettingEditor entry={entry} onClose={leave} />}
    </Box>
  )
}

/** What holds instead stands above it. */
function Warning({ entry: { warning, unread, accepts = '' } }: { entry: SettingEntry }) {
  if (warning === undefined) return null
  return (
    <Alert color="red" mt="xs" p="xs">
      {unread === undefined
        ? inLanguage(warning)
        : richPhrase(
            '{stored} is stored and cannot be read (it takes {accepted}). What is shown above holds instead.',
            {
              stored: <Code className="wrap-anywhere">{unread === '' ? '""' : exactText(unread)}</Code>,
              accepted: tellAccepted(accepts),
            },
          )}
    </Alert>
  )
}

function Value({ entry: { value } }: { entry: SettingEntry }) {
  if (value === null || value === undefined || value === '')
    return (
      <Text size="sm" className="muted">
        {phrase('not set')}
      </Text>
    )
  if (Array.isArray(value) && value.length === 0)
    return (
      <Text size="sm" className="muted">
        {phrase('none')}
      </Text>
    )
  // A secret is never told.
  if (value === '[set]') return <Text size="sm">{phrase('set|a secret')}</Text>
  return <Code className="wrap-anywhere">{Array.isArray(value) ? value.join(', ') : String(value)}</Code>
}

function Changed({ entry }: { entry: SettingEntry }) {
  if (!entry.updated_at) return null
  return (
    <Text size="xs" className="muted" component="div">
      {richPhrase('Changed {moment} by {updatedBy}', {
        moment: <Moment at={entry.updated_at} size="xs" />,
        updatedBy: entry.updated_by,
      })}
    </Text>
  )
}
