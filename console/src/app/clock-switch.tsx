/** Which clock all times of the page are told by. Other tabs of this browser follow. */
import { Button, Tooltip } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { phrase } from '../language/phrase.ts'
import { KEPT_CLOCK, readClock, switchClock, useClock } from '../parts/clock.ts'
import { tellClock, tellZone } from '../parts/times.ts'

export function ClockSwitch() {
  const clock = useClock()
  const other = clock === 'utc' ? 'mine' : 'utc'
  useEffect(() => {
    const heed = ({ key, newValue }: StorageEvent) => key === KEPT_CLOCK && switchClock(readClock(newValue))
    window.addEventListener('storage', heed)
    return () => window.removeEventListener('storage', heed)
  }, [])
  const press = () => {
    localStorage.setItem(KEPT_CLOCK, other)
    switchClock(other)
  }
  const zone = tellZone(new Date())
  const isSame = isOwnUtc(new Date())
  return (
    <Tooltip
      label={
        isSame
          ? phrase('Times are UTC, and so is your own clock.')
          : phrase('Times are {zone}. Press for {other}.', {
              zone,
              other: other === 'utc' ? 'UTC' : phrase('your own clock'),
            })
      }
    >
      <Button
        variant="default"
        px="xs"
        className="clock-switch"
        leftSection={<IconClock size={16} aria-hidden />}
        aria-label={
          isSame
            ? phrase('Times in UTC, and so is your own clock')
            : phrase('Times in {clock}: switch to {other}', {
                clock: zone,
                other: other === 'utc' ? 'UTC' : phrase('your clock'),
              })
        }
        onClick={press}
      >
        {zone}
      </Button>
    </Tooltip>
  )
}

function isOwnUtc(now: Date): boolean {
  return tellClock(now, 'mine') === tellClock(now, 'utc')
}
