import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { useClock } from '../../../parts/clock.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { tellBareClock, tellDatedMoment } from '../../../parts/times.ts'
import type { Looks } from './folded-looks.ts'
import { tellLooks } from './looks-words.ts'

type Props = { looks: Looks; names: ReadonlyMap<string, string>; at: number; onOpen: (looks: Looks) => void }

/** Many looks on one line; opened, it has each of them. */
export const LooksEntry = memo(function LooksEntry({ looks, names, at, onOpen }: Props) {
  const clock = useClock()
  const [{ timestamp }] = looks
  return (
    <UnstyledButton className="stop entry" data-entry={at} onClick={() => onOpen(looks)}>
      <time dateTime={timestamp} title={tellDatedMoment(new Date(timestamp))} className="muted">
        {tellBareClock(timestamp)}
      </time>
      <span>{phrase('Looked')}</span>
      <span className="entry-words">{exactText(tellLooks(looks, names, clock))}</span>
    </UnstyledButton>
  )
})
