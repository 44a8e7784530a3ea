/** What of today a silence would hold back. Where that is everything, whoever makes it is asked twice. */
import type { SilencePreview } from '@contract/silence.ts'
import { Alert, Checkbox, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { listed } from '../../parts/listed.ts'

const NAMES_SHOWN = 8

type Props = { preview: SilencePreview; isMeant: boolean; onMeant: (isMeant: boolean) => void }

export function Previewed({ preview, isMeant, onMeant }: Props) {
  const { looked_at, matching, firing, unasked = 0, alerts, hides_everything } = preview
  const names = [...new Set(alerts.map(({ name }) => name))]
  return (
    <Alert color={hides_everything ? 'red' : 'blue'} role="status">
      <Text size="sm">
        {phrase('Alerts of today that match: {matching} of {lookedAt}; firing now: {firing}.', {
          matching,
          lookedAt: looked_at,
          firing,
        })}
      </Text>
      {unasked > 0 && (
        <Text size="sm" fw={600}>
          {unasked === 1
            ? phrase('One of them belongs to an incident that is not chosen.')
            : phrase('{unasked} of them belong to incidents that are not chosen.', { unasked })}
        </Text>
      )}
      <Text size="sm" className="wrap-anywhere">
        {exactText(listed(names.slice(0, NAMES_SHOWN)))}
        {names.length > NAMES_SHOWN && ' …'}
      </Text>
      {hides_everything && (
        <Checkbox
          mt="xs"
          label={phrase('It would hide every alert, and I mean that')}
          checked={isMeant}
          onChange={(event) => onMeant(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}
