/** What a person should know before believing the rest. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Alert, List, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Said } from '../../parts/said.tsx'
import { tellWholeQuote } from './quote-words.ts'

export function Disagreement({ diagnosis: { disagreement } }: { diagnosis: Diagnosis }) {
  if (disagreement === undefined) return null
  return (
    <Alert color="yellow" title={phrase('Analysis and model disagree')}>
      <Text size="sm" className="wrap-anywhere">
        <Said text={disagreement} />
      </Text>
    </Alert>
  )
}

export function Doubts({ diagnosis: { flags, model_failure } }: { diagnosis: Diagnosis }) {
  return (
    <>
      {model_failure !== undefined && !isUnset(model_failure) && (
        <Text size="sm" className="wrap-anywhere">
          <b>{phrase('The analysis stands alone:')}</b> <Said text={model_failure} />
        </Text>
      )}
      {flags.length > 0 && (
        <Alert color="orange" title={phrase('Text from outside gives orders; nobody followed it')}>
          <List size="sm">
            {flags.map(({ where, text }) => (
              <List.Item key={`${where} ${text}`} className="wrap-anywhere">
                {exactText(where)}: <q>{tellWholeQuote(text)}</q>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}

/** Nothing failed: nobody wanted a model. */
export function isUnset(modelFailure: string): boolean {
  return modelFailure.startsWith('No model is set up')
}

/** What a person could do; never part of a plan. */
export function Suggestions({ of }: { of: readonly string[] }) {
  return <Sentences title={phrase('What a person could do (nobody runs these)')} of={of} />
}

export function Sentences({ title, of }: { title: string; of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" spacing={2}>
        {of.map((sentence) => (
          <List.Item key={sentence} className="wrap-anywhere">
            <Said text={sentence} />
          </List.Item>
        ))}
      </List>
    </div>
  )
}
