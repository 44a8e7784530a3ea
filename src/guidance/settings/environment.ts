import { StartRefused } from '../../problem.ts'

/**
 * What only the environment can say. Read once, in main.ts, and handed on; the running service cannot change it.
 */
export const ENVIRONMENT_KEYS = {
  DATABASE_URL: 'Connection string of the relational store (PostgreSQL 14 to 18). Required by `firebreak serve`.',
  REDIS_URL:
    'Connection string of the cache store. Required by `firebreak serve`; `embedded:` keeps it in the process, for one instance only.',
  HOST: 'Address to listen on. Default 127.0.0.1.',
  PORT: 'Port to listen on. Default 8080.',
  API_KEY: 'An admin key. Further keys are issued with `firebreak keys create`.',
  ALLOW_OPEN_API: 'true: listen beyond loopback although no key exists. Default false.',
  ALLOWED_HOSTS: 'Host names under which the open mode may be reached beside localhost, divided by commas.',
  TRUST_PROXY:
    'Addresses or networks (10.0.0.5,192.168.7.0/24) of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Default none.',
  FIREBREAK_SECRET_KEY:
    'Encrypts stored secrets and keys the digest of a plan. `npm start` makes one in the data folder.',
  FIREBREAK_HOLD:
    'true: start held, as after a restore of the database, until `firebreak release`. false: never hold by itself. Unset: hold where the database was restored or its standby promoted.',
  ONE_THREAD:
    'true: diagnoses and sweeps share the thread that takes alerts and serves pages, which takes less memory and holds those up. Default false.',
  PLUGINS_DIR: 'Folder of your own plugins, one file each. Default plugins in the working folder.',
  ALLOW_UNFENCED_PLUGINS:
    'true: load your own plugins although bubblewrap is missing or does not work here. They then keep the network and run as another user only where Firebreak is root. Default false.',
  KUBECONFIG: 'The cluster Firebreak looks at and acts on, unless it runs inside one.',
  KUBE_CONTEXT:
    'The context of KUBECONFIG to use, where one account both looks and acts and it is not the current one.',
  KUBE_READ_CONTEXT: 'The context of KUBECONFIG for looking, where another account may look than may act.',
  KUBE_ACT_CONTEXT: 'The context of KUBECONFIG for acting; goes with KUBE_READ_CONTEXT.',
  KUBE_READ_TOKEN_FILE:
    'Inside a cluster: the file with the token of the account that looks, ca.crt beside it, where another account may look than may act.',
  KUBE_ACT_TOKEN_FILE:
    'Inside a cluster: the file with the token of the account that acts; goes with KUBE_READ_TOKEN_FILE.',
  TARGET_DATABASES:
    'PostgreSQL databases to look after: name=url, divided by commas; a second url after | is for the role that acts. `npm start` looks after its own.',
  TARGET_KV_STORES:
    'Key-value stores (Redis, Valkey) to watch: name=url, divided by commas; the url is redis://, rediss:// or the path of a socket.',
  SHELL_READ_PATHS: 'Folders that shell.exec may read files in, divided by commas. Default /var/log.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Collector that takes traces over OTLP/HTTP, such as http://localhost:4318; /v1/traces is added. Unset: no traces.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers sent to the collector: name=value, divided by commas, values percent-encoded.',
  OTEL_SERVICE_NAME: 'Name of this service in traces. Default firebreak.',
  OTEL_RESOURCE_ATTRIBUTES:
    'What every trace says of this service besides: name=value, divided by commas, values percent-encoded.',
  FIREBREAK_URL:
    'For commands such as `firebreak incidents`: the service they speak to. Default the one that runs in this folder.',
  FIREBREAK_KEY: 'For commands such as `firebreak incidents`: the key they speak with. Default API_KEY.',
  FIREBREAK_DATA_DIR: 'Data folder of `npm start`. Default .firebreak in the project.',
} as const

/** Two keys of the contract that PUT /api/config refuses instead of storing without effect. */
export const REFUSED_AT_RUNTIME = ['DATABASE_URL', 'REDIS_URL'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** The server itself brings no stores; `npm start` does. */
export function requireStores(environment: Environment): { databaseUrl: string; redisUrl: string } {
  const databaseUrl = environment.DATABASE_URL?.trim()
  const redisUrl = environment.REDIS_URL?.trim()
  const problems = [
    databaseUrl ? '' : 'DATABASE_URL must be set to the connection string of a PostgreSQL',
    redisUrl ? '' : 'REDIS_URL must be set to the connection string of a Redis, or to embedded: for a single instance',
    databaseUrl && !POSTGRES_FORM.test(databaseUrl) ? 'DATABASE_URL must begin with postgresql://' : '',
    redisUrl && !REDIS_FORM.test(redisUrl)
      ? 'REDIS_URL must begin with redis:// or rediss://, be the path of a socket, or be embedded:'
      : '',
    // What stands there may be a password and is not repeated.
    redisUrl?.includes('://') && !URL.canParse(redisUrl)
      ? 'REDIS_URL cannot be read: it must have the form redis://user:password@host:6379, with what is special in a password percent-encoded'
      : '',
  ].filter((problem) => problem !== '')
  if (databaseUrl && redisUrl && problems.length === 0) return { databaseUrl, redisUrl }
  throw new StartRefused(`${problems.join('; ')}. (npm start brings both by itself.)`)
}

const POSTGRES_FORM = /^postgres(ql)?(\+[a-z0-9_]+)?:\/\//i
const REDIS_FORM = /^(rediss?:\/\/|\/|embedded:$)/i
