/** The whole document as text, with what is wrong named by its line. */
import { Anchor, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { type RefObject, useRef } from 'react'
import { phrase } from '../../language/phrase.ts'
import { lineOf } from './json-scan.ts'
import type { Draft } from './use-draft.ts'

export function JsonPart({ draft, canEdit }: { draft: Draft; canEdit: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const faults = faultsOf(draft)
  return (
    <Stack>
      <Textarea
        ref={area}
        className="json-text"
        label={phrase('The document as JSON')}
        description={canEdit ? phrase('Fields Firebreak does not know are kept as they are.') : undefined}
        value={draft.text}
        readOnly={!canEdit}
        onChange={(event) => draft.setText(event.currentTarget.value)}
        error={faults.length > 0 && <FaultList faults={faults} area={area} />}
        errorProps={{ component: 'div', role: 'alert' }}
        autosize
        minRows={16}
        maxRows={32}
        spellCheck={false}
        autoCapitalize="off"
      />
      {canEdit && draft.document && (
        <Group>
          <Button variant="default" size="xs" onClick={() => draft.change(draft.document ?? {})}>
            {phrase('Lay out evenly')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type Fault = { line: number; message: string }

function faultsOf({ scan, document, problems }: Draft): Fault[] {
  if (scan.mistake) return [scan.mistake]
  if (!document) return [{ line: 1, message: phrase('The document must be an object: { … }.') }]
  return problems.map(({ field, message }) => ({ line: lineOf(scan, field), message: `${field} ${message}` }))
}

function FaultList({ faults, area }: { faults: readonly Fault[]; area: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <List size="sm" component="ul">
      {faults.map(({ line, message }) => (
        <List.Item key={`${line} ${message}`}>
          <Anchor component="button" type="button" size="sm" onClick={() => showLine(area.current, line)}>
            {phrase('Line {line}', { line })}
          </Anchor>
          <Text span size="sm" className="wrap-anywhere">
            : {message}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

/** Chooses the line, so that it can be seen and typed over. */
function showLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
}
