import { Text } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { markQuote } from './quoted-output.ts'

/** A stored output; the quoted words are marked and in sight. */
export function MarkedOutput({ output, quote }: { output: unknown; quote: string | undefined }) {
  const stretches = useMemo(() => markQuote(output, quote), [output, quote])
  const firstMark = useRef<HTMLElement>(null)
  const first = stretches.findIndex(({ isQuote }) => isQuote)
  useEffect(() => {
    if (first >= 0) firstMark.current?.scrollIntoView({ block: 'center' })
  }, [first])
  return (
    <>
      {quote !== undefined && first < 0 && (
        <Text size="sm" className="wrap-anywhere">
          {richPhrase('The quoted words are not in what was stored: {q}', { q: <q>{exactText(quote)}</q> })}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <section className="output" tabIndex={0} aria-label={phrase('Stored output')}>
        <pre className="raw" style={{ margin: 0 }}>
          {stretches.map(({ text, isQuote }, at) =>
            isQuote ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one output never change places.
              <mark key={at} {...(at === first && { ref: firstMark })}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </pre>
      </section>
    </>
  )
}
