import { ActionIcon, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { phrase } from '../language/phrase.ts'
import './command.css'

/** Browsers keep the clipboard from pages that did not come over a safe way; there the line is selected by hand. */
const MAY_COPY = window.isSecureContext

/** A line for the terminal, to be copied whole. */
export function Command({ line, label }: { line: string; label: string }) {
  return (
    <Group gap={0} wrap="nowrap" align="flex-start" className="command">
      <code className="raw command-line">{line}</code>
      {MAY_COPY && <CopyMark line={line} label={label} />}
    </Group>
  )
}

function CopyMark({ line, label }: { line: string; label: string }) {
  return (
    <CopyButton value={line} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? phrase('Copied') : phrase('Copy')}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={copy}
            aria-label={phrase('Copy {label}', { label })}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
