import { Alert } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { InfrastructurePart } from './infrastructure-part.tsx'
import { JsonPart } from './json-part.tsx'
import { ListPart, NamedPart } from './list-part.tsx'
import { ServicesPart } from './services-part.tsx'
import { ALERT_DEFINITION, COMMON_ISSUE } from './shapes.ts'
import type { Draft } from './use-draft.ts'

export const PARTS = ['services', 'infrastructure', 'alerts', 'issues', 'json'] as const
export type Part = (typeof PARTS)[number]

export const PART_WORDS: Record<Part, string> = {
  services: phrase('Services'),
  infrastructure: phrase('Infrastructure'),
  alerts: phrase('Alerts'),
  issues: phrase('Known issues'),
  json: 'JSON',
}

export function isPart(word: string): word is Part {
  return (PARTS as readonly string[]).includes(word)
}

export function DocumentPart({ part, draft, canEdit }: { part: Part; draft: Draft; canEdit: boolean }) {
  if (part === 'json') return <JsonPart draft={draft} canEdit={canEdit} />
  if (!draft.document)
    return <Alert color="red">{phrase('The JSON has a mistake; mend it there, then this can be shown.')}</Alert>
  const given = { draft, document: draft.document, canEdit }
  if (part === 'services') return <ServicesPart {...given} />
  if (part === 'infrastructure') return <InfrastructurePart {...given} />
  if (part === 'alerts')
    return (
      <NamedPart
        {...given}
        shape={ALERT_DEFINITION}
        name="alert_definitions"
        empty={phrase('What critical, warning and the others mean to you, and how soon someone should look.')}
      />
    )
  return (
    <ListPart
      {...given}
      shape={COMMON_ISSUE}
      name="common_issues"
      empty={phrase('What you have seen before: how it shows, where it comes from, what to do.')}
    />
  )
}
