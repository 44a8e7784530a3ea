/** What people wrote down that fits, with its words; where nobody did, the way to look for it and to write it. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { useMay } from '../../../server/session.ts'
import { CommonIssue } from '../context-panel.tsx'
import { KnownEntry } from '../known-entries.tsx'
import { Quiet } from './quiet.tsx'
import { runbookAddresses } from './runbook-addresses.ts'

export function Runbooks({ incident }: { incident: IncidentDetail }) {
  const entries = incident.diagnosis?.knowledge ?? []
  const issues = incident.context?.common_issues ?? []
  const addresses = runbookAddresses(incident.alerts)
  if (entries.length + issues.length + addresses.length === 0) return <NoRunbook incident={incident} />
  return (
    <>
      {addresses.map((address) => (
        <Text key={address} size="sm" className="wrap-anywhere">
          {phrase('The alert names its own:')}{' '}
          <Anchor href={address} target="_blank" rel="noreferrer noopener" underline="always" inherit>
            {address}
          </Anchor>
        </Text>
      ))}
      {entries.map((entry) => (
        <KnownEntry key={entry.id} entry={entry} />
      ))}
      {issues.map((issue) => (
        <CommonIssue key={issue.issue} issue={issue} />
      ))}
    </>
  )
}

/** An alert by its name; what somebody wrote in a chat is found nowhere word for word, the service it is about may be. */
function wordsFor({ alerts, context, title }: IncidentDetail): string {
  const name = alerts[0]?.name ?? ''
  return /^\S+$/.test(name) ? name : (context?.service ?? title)
}

const WORDS_SHOWN = 48

function beginningOf(words: string): string {
  return words.length <= WORDS_SHOWN ? words : `${words.slice(0, words.lastIndexOf(' ', WORDS_SHOWN) || WORDS_SHOWN)}…`
}

function NoRunbook({ incident }: { incident: IncidentDetail }) {
  const mayWrite = useMay('operator')
  const search = wordsFor(incident)
  return (
    <Quiet>
      {richPhrase('Nothing that people wrote down fits. {group}', {
        group: (
          <Group gap="md" component="span" display="inline-flex">
            <Link to="/knowledge" search={{ search }} className="kin">
              {phrase('Search for {search}', { search: beginningOf(exactText(search)) })}
            </Link>
            {mayWrite && (
              <Link to="/knowledge" search={{ entry: 'new' }} className="kin">
                {phrase('Write a runbook')}
              </Link>
            )}
          </Group>
        ),
      })}
    </Quiet>
  )
}
