/** compose.yaml as it is written: nothing runs here, but whatever it says about the service must fit the service. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parse } from 'yaml'
import { ENVIRONMENT_KEYS, requireStores } from '../../src/guidance/settings/environment.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { environmentOf, wordsOf } from '../world/dockerfile.ts'
import { ROOT, readImage } from '../world/image-tree.ts'

type Service = {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  networks: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
}
type Compose = {
  services: Record<'firebreak' | 'postgres' | 'redis', Service>
  volumes: Record<string, object>
  networks: Record<string, { internal?: boolean }>
}

async function readCompose(): Promise<Compose> {
  return parse(await readFile(`${ROOT}/compose.yaml`, 'utf8'))
}

/** As Compose fills them: `:?` demands, `:-` gives what holds otherwise. */
function fill(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, kind, word) => {
    if (given[name]) return given[name]
    if (kind === '-') return word
    throw new Error(word)
  })
}

const SECRETS = { API_KEY: 'key', POSTGRES_PASSWORD: 'abc123', FIREBREAK_SECRET_KEY: 'secret' }

test('every service runs with a read-only root, no capability and no way to more rights, from an exact version', async () => {
  const { services } = await readCompose()
  const { version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8'))
  for (const [name, service] of Object.entries(services)) {
    assert.deepEqual(
      [service.read_only, service.cap_drop, service.security_opt],
      [true, ['ALL'], ['no-new-privileges:true']],
    )
    assert.match(service.image, name === 'firebreak' ? new RegExp(`:${version}$`) : /:\d+\.\d+(\.\d+)?-bookworm$/)
  }
})

test('the service waits for healthy stores, and only the service can be reached, from this machine', async () => {
  const { services, volumes, networks } = await readCompose()
  const { firebreak, postgres, redis } = services
  assert.deepEqual(firebreak.depends_on, {
    postgres: { condition: 'service_healthy' },
    redis: { condition: 'service_healthy' },
  })
  for (const { healthcheck, ports, networks: joined } of [postgres, redis]) {
    assert.equal(healthcheck?.test[0], 'CMD')
    assert.deepEqual([ports, joined, networks.stores?.internal], [undefined, ['stores'], true])
  }
  assert.deepEqual(
    firebreak.ports?.map((port) => fill(port, {})),
    ['127.0.0.1:8080:8080'],
  )
  assert.deepEqual(postgres.volumes, ['postgres:/var/lib/postgresql/data'])
  assert.deepEqual(Object.keys(volumes), ['postgres'])
  const source = await readFile(`${ROOT}/src/service.ts`, 'utf8')
  const drainSeconds = Number(/DRAIN_MS = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', '')) / 1000
  assert.ok(Number.parseInt(firebreak.stop_grace_period ?? '', 10) >= drainSeconds + 10)
})

test('what it gives the service are settings that exist, readable, with stores it accepts', async () => {
  const { firebreak, postgres } = (await readCompose()).services
  const written = Object.entries(firebreak.environment ?? {})
  const environment = Object.fromEntries(written.map(([name, value]) => [name, fill(value, SECRETS)]))
  const { values, warnings } = resolveSettings(environment, new Map())
  assert.deepEqual(warnings, [])
  assert.deepEqual(
    Object.keys(environment).filter((name) => !(name in ENVIRONMENT_KEYS) && !(name in values)),
    [],
  )
  assert.equal(values.CHAT_MAX_SKEW_SECONDS, 300)
  const { hostname, username, password, pathname } = new URL(requireStores(environment).databaseUrl)
  const { POSTGRES_USER, POSTGRES_DB } = postgres.environment ?? {}
  assert.deepEqual([hostname, username, password, pathname], ['postgres', POSTGRES_USER, 'abc123', `/${POSTGRES_DB}`])
  assert.equal(new URL(environment.REDIS_URL ?? '').hostname, 'redis')
})

test('each secret must be given, and the refusal says how', async () => {
  const { firebreak } = (await readCompose()).services
  const texts = Object.values(firebreak.environment ?? {}).join(' ')
  for (const name of Object.keys(SECRETS))
    assert.throws(() => fill(texts, { ...SECRETS, [name]: '' }), new RegExp(`^Error: Set ${name}\\b`))
})

test('the port that is published is the one the image listens on and checks', async () => {
  const { firebreak } = (await readCompose()).services
  const last = (await readImage()).stages.at(-1) ?? assert.fail('There is no stage.')
  const { HOST, PORT } = environmentOf(last)
  assert.equal(HOST, '0.0.0.0')
  assert.ok(firebreak.ports?.[0]?.endsWith(`:${PORT}`))
  assert.match(wordsOf(last, 'HEALTHCHECK').join(' '), /process\.env\.PORT \+ '\/healthz'/)
})
