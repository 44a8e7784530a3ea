/** What the other of analysis and model has proven, where the two disagree: beside the conclusion, with its own evidence. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Said } from '../../parts/said.tsx'
import { toolName } from '../../parts/tool-names.ts'
import { percent } from './event-words.ts'
import { tellWholeQuote } from './quote-words.ts'

type View = NonNullable<Diagnosis['other_view']>

const WHOSE: Record<View['source'], string> = {
  analysis: phrase('The analysis holds'),
  model: phrase('The model holds'),
}

export function OtherView({ view }: { view: View }) {
  const { source, confidence, conclusion, key_findings, evidence } = view
  return (
    <section aria-label={phrase('The other view')} className="action">
      <Stack gap={6}>
        <Title order={3}>
          {phrase('{source}, {confidence} sure', { source: WHOSE[source], confidence: percent(confidence) })}
        </Title>
        <Text size="sm" className="wrap-anywhere">
          <Said text={conclusion} />
        </Text>
        <ol className="findings">
          {key_findings.map((text, at) => (
            <li key={text}>
              <Text size="sm" className="wrap-anywhere">
                <Said text={text} />
              </Text>
              {evidence
                .filter(({ finding }) => finding === at)
                .map(({ call, plugin, quote }) => (
                  <Text key={`${call} ${quote}`} size="xs" className="muted wrap-anywhere">
                    {exactText(toolName(plugin))} {exactText(call)}: <q>{tellWholeQuote(quote)}</q>
                  </Text>
                ))}
            </li>
          ))}
        </ol>
      </Stack>
    </section>
  )
}
