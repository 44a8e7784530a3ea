import '../../../parts/text-lines.css'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { tellBareClock, tellZone } from '../../../parts/times.ts'
import { type SeenLine, withoutOwnTime } from './lines-of.ts'

/** Readable in place, oldest first; what nobody had said before the incident is marked. */
export function LogLines({ lines: all }: { lines: readonly SeenLine[] }) {
  const [isNewOnly, setIsNewOnly] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const own = all.filter(({ isBeside }) => !isBeside)
  const lines = isWhole ? all : own
  const fresh = lines.filter(({ isNew }) => isNew)
  const shown = isNewOnly ? fresh : lines
  const sheet = useBeginning(fresh.length)
  return (
    <>
      <Group gap="xs">
        <Text size="sm">
          {lines.length === 1
            ? phrase('1 line, {fresh} not said before it began', { fresh: fresh.length })
            : phrase('{count} lines, {fresh} not said before it began', { count: lines.length, fresh: fresh.length })}
        </Text>
        {fresh.length > 0 && fresh.length < lines.length && (
          <Button size="compact-xs" variant="default" aria-pressed={isNewOnly} onClick={() => setIsNewOnly(!isNewOnly)}>
            {phrase('Only new ones')}
          </Button>
        )}
        {lines[0] && (
          <Text size="xs" className="muted" ml="auto">
            {phrase('Times are {zone}', { zone: tellZone(lines[0].at) })}
          </Text>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has only keys must be able to scroll it. */}
      <section ref={sheet} className="log-lines" aria-label={phrase('Log lines')} tabIndex={0}>
        <ol className="text-lines">
          {shown.map(({ at, from, line, isNew }) => (
            <li key={`${at} ${from} ${line}`} data-new={isNew || undefined}>
              <time dateTime={at}>{tellBareClock(at)}</time> <b>{exactText(from)}</b>{' '}
              {isNew && (
                <Badge size="xs" variant="light" color="orange" tt="none">
                  {phrase('new|a log line')}
                </Badge>
              )}{' '}
              {exactText(withoutOwnTime(line, at))}
            </li>
          ))}
        </ol>
      </section>
      {lines.length < all.length && (
        <div>
          <Button size="compact-xs" variant="default" className="wrapping" onClick={() => setIsWhole(true)}>
            {phrase('Show {count} lines of others, whom nothing ties to the alert', {
              count: all.length - lines.length,
            })}
          </Button>
        </div>
      )}
    </>
  )
}

const LINES_BEFORE_PX = 40

/** It opens where the new ones begin; what was said before is scrolled up to. */
function useBeginning(fresh: number) {
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    const first = fresh > 0 ? sheet.current?.querySelector<HTMLElement>('[data-new]') : undefined
    if (sheet.current && first) sheet.current.scrollTop = first.offsetTop - LINES_BEFORE_PX
  }, [fresh])
  return sheet
}
