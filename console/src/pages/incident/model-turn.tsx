/** One exchange with the model. Its words are text of a stranger: shown, never interpreted. */
import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Shortened } from '../../parts/shortened.tsx'
import { layOut } from './quoted-output.ts'
import type { EventOf } from './timeline-reading.ts'

type Data = EventOf<'model_turn'>['data']

/** `talk` tells its turns from those of others on the page. */
export function ModelTurn({ data, talk }: { data: Data; talk: string }) {
  const { turn, provider, model, asked, answered, calls, failure } = data
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>{phrase('Turn {turn}', { turn })}</Text>
        <Text size="sm" className="muted wrap-anywhere">
          {phrase('{model} ({provider}), {tokens}', {
            model: exactText(model),
            provider: exactText(provider),
            tokens: tokens(data),
          })}
        </Text>
      </Group>
      <Said who={phrase('We said')} turn={turn} talk={talk} text={asked} />
      {failure === '' ? (
        <Said who={phrase('It answered')} turn={turn} talk={talk} text={answered} />
      ) : (
        <Alert color="orange" title={phrase('No answer came')}>
          {exactText(failure)}
        </Alert>
      )}
      {calls.length > 0 && (
        <div>
          <Text size="xs" fw={600} className="muted">
            {phrase('It asked for')}
          </Text>
          <List size="sm">
            {calls.map((call, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: in the order they were asked for, two may be alike.
              <List.Item key={at}>
                <span className="raw">{tellCall(call)}</span>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

/** `list_pods (namespace: shop)`; of a long one only its beginning was kept. */
function tellCall(call: string): string {
  const [, tool = '', json = ''] = /^(\S+) (\{.*)$/s.exec(call) ?? []
  if (json === '') return exactText(call)
  try {
    return exactText(`${tool} ${tellParameters(JSON.parse(json))}`)
  } catch {
    return exactText(`${call} …`)
  }
}

function tellParameters(parameters: object): string {
  const fields = Object.entries(parameters)
  if (fields.some(([, value]) => typeof value === 'object')) return layOut(parameters)
  return fields.length === 0 ? '' : `(${fields.map(([name, value]) => `${name}: ${value}`).join(', ')})`
}

function Said({ who, turn, talk, text }: { who: string; turn: number; talk: string; text: string }) {
  if (text === '') return null
  return (
    <div>
      <Text size="xs" fw={600} className="muted">
        {who}
      </Text>
      <Shortened name={phrase('{talk}: {who}, turn {turn}', { talk, who, turn })} maxHeight={200}>
        <Text component="div" className="raw">
          {exactText(text)}
        </Text>
      </Shortened>
    </div>
  )
}

function tokens({ input_tokens, cached_input_tokens, output_tokens }: Data): string {
  const cached =
    cached_input_tokens > 0
      ? phrase(' ({cachedInputTokens} from its cache)', { cachedInputTokens: cached_input_tokens.toLocaleString() })
      : ''
  return phrase('{inputTokens} tokens in{cached}, {outputTokens} out', {
    inputTokens: input_tokens.toLocaleString(),
    cached,
    outputTokens: output_tokens.toLocaleString(),
  })
}
