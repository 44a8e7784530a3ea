/** Everything that happened, narrowed and ordered as the address says. Only what is in sight is drawn: there may be thousands. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Group as Line, Text } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { tellZone } from '../../parts/times.ts'
import { useActionWords } from '../../server/action-words.ts'
import { GROUP_OF, type Group, type Order } from './event-groups.ts'
import { foldLooks, type Looks, oneByOne, type Row } from './looks/folded-looks.ts'
import { LooksEntry } from './looks/looks-entry.tsx'
import { tellOnce } from './said-once.ts'
import { TimelineEntry } from './timeline-entry.tsx'
import { TimelineFilter } from './timeline-filter.tsx'

/** For whoever moves through the entries by key. */
export type TimelineHandle = { count: number; focus(entry: number): void }

type Props = {
  events: readonly IncidentEvent[]
  names: ReadonlyMap<string, string>
  groups: readonly Group[]
  order: Order
  onGroups: (groups: readonly Group[]) => void
  onOrder: (order: Order) => void
  onOpen: (event: IncidentEvent) => void
  onLooks: (looks: Looks) => void
  ref: Ref<TimelineHandle>
}

export function Timeline({ events, names, groups, order, onGroups, onOrder, onOpen, onLooks, ref }: Props) {
  const clock = useClock()
  const wanted = useMemo(() => narrow(events, groups), [events, groups])
  const shown = useMemo(() => arrange(wanted, groups, order), [wanted, groups, order])
  const words = useActionWords()
  const texts = useMemo(() => tellOnce(events, words, clock), [events, words, clock])
  return (
    <>
      <TimelineFilter events={events} groups={groups} order={order} onGroups={onGroups} onOrder={onOrder} />
      <Line justify="space-between" gap="xs" mb={4}>
        <Text size="xs" className="muted" role="status">
          {tellCount(wanted.length, events.length)}
        </Text>
        {events[0] && (
          <Text size="xs" className="muted">
            {phrase('Times are {zone}', { zone: tellZone(events[0].timestamp) })}
          </Text>
        )}
      </Line>
      <Entries shown={shown} texts={texts} names={names} onOpen={onOpen} onLooks={onLooks} handle={ref} />
    </>
  )
}

function tellCount(shown: number, all: number): string {
  const events = all === 1 ? phrase('1 event') : phrase('{all} events', { all })
  return shown === all ? events : phrase('{shown} of {events}', { shown, events })
}

function narrow(events: readonly IncidentEvent[], groups: readonly Group[]): readonly IncidentEvent[] {
  return groups.length === 0 ? events : events.filter(({ type }) => groups.includes(GROUP_OF[type]))
}

/** Whoever asks for the looks alone sees each of them. */
function arrange(wanted: readonly IncidentEvent[], groups: readonly Group[], order: Order): readonly Row[] {
  const rows = groups.includes('calls') ? oneByOne(wanted) : foldLooks(wanted)
  return order === 'newest' ? rows.toReversed() : rows
}

const ENTRY_PIXELS = 36
/** Generous, so that the browser's own search finds everything on the timeline of an ordinary incident. */
const OVERSCAN = 50
/** The header of the console covers what is scrolled under it. */
const HEADER_PIXELS = 72

type EntriesProps = Pick<Props, 'names' | 'onOpen' | 'onLooks'> & {
  shown: readonly Row[]
  texts: ReadonlyMap<string, string>
  handle: Ref<TimelineHandle>
}

function Entries({ shown, texts, names, onOpen, onLooks, handle }: EntriesProps) {
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useTopOf(list)
  const virtualizer = useWindowVirtualizer({
    count: shown.length,
    estimateSize: () => ENTRY_PIXELS,
    getItemKey: (at) => shown[at]?.id ?? at,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: HEADER_PIXELS,
    scrollPaddingEnd: ENTRY_PIXELS,
  })
  useImperativeHandle(handle, () => ({
    count: shown.length,
    focus: (entry) => {
      virtualizer.scrollToIndex(entry)
      focusWhenDrawn(list, entry)
    },
  }))
  const items = virtualizer.getVirtualItems()
  return (
    <ul
      ref={list}
      aria-label={phrase('Timeline')}
      className="entries"
      style={{ height: virtualizer.getTotalSize(), paddingTop: (items[0]?.start ?? scrollMargin) - scrollMargin }}
    >
      {items.map(({ index, key }) => {
        const row = shown[index]
        return (
          row && (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
            >
              {'looks' in row ? (
                <LooksEntry looks={row.looks} names={names} at={index} onOpen={onLooks} />
              ) : (
                <TimelineEntry
                  event={row.event}
                  text={texts.get(row.id) ?? ''}
                  name={names.get(row.id)}
                  at={index}
                  onOpen={onOpen}
                />
              )}
            </li>
          )
        )
      })}
    </ul>
  )
}

/** How far down the page it begins; what stands above it grows and shrinks. */
function useTopOf(element: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

const FRAMES_MAX = 30

/** An entry far away is drawn some frames after it was scrolled to. */
function focusWhenDrawn(list: React.RefObject<HTMLElement | null>, entry: number, frames = FRAMES_MAX): void {
  const drawn = list.current?.querySelector<HTMLElement>(`[data-entry="${entry}"]`)
  if (drawn) drawn.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(list, entry, frames - 1))
}
