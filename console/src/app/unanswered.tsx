import { Text } from '@mantine/core'
import { phrase } from '../language/phrase.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { FrontDoor } from './front-door.tsx'

/** The service does not say who sits here. It is asked again and again: whoever waits need not press anything. */
export function Unanswered({ error, retry }: { error: Error | null; retry: () => unknown }) {
  return (
    <FrontDoor>
      <ErrorNote error={error ?? new Error(phrase('The service cannot be reached.'))} retry={retry} />
      <Text size="sm" className="muted">
        {phrase('It is asked again every few seconds, and the page comes by itself.')}
      </Text>
    </FrontDoor>
  )
}
