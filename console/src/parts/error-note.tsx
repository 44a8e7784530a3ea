import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { phrase } from '../language/phrase.ts'
import { type FieldProblem, Refusal } from '../server/ask.ts'

/** What went wrong, in the service's own words, and the way to try again. */
export function ErrorNote({ error, retry }: { error: Error; retry?: () => unknown }) {
  const details = error instanceof Refusal ? error.details.filter((one) => !isSaid(error.message, one)) : []
  return (
    <Alert color="red" title={phrase('This did not work')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {details.length > 0 && (
          <List size="sm">
            {details.map(({ field, message }) => (
              <List.Item key={`${field} ${message}`}>
                {field}: {message}
              </List.Item>
            ))}
          </List>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            {phrase('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The message of a refusal may be made of its details. */
function isSaid(message: string, problem: FieldProblem): boolean {
  return message.includes(`${problem.field} ${problem.message}`)
}
