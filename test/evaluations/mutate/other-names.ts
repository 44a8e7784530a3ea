/**
 * The same incident under other names: what a program, a place or a service is called is exchanged wherever it stands, in
 * the alert, the world and what is expected. Words that say what kind of thing it is (db, cache, worker) stay.
 */
import { relativesOf } from '../../../src/story/diagnosis/lenses/relatives.ts'
import type { CaseFile } from '../../world/case/case-file.ts'
import { changeTexts, keysIn } from './change-texts.ts'
import type { Dice } from './dice.ts'

const NAMED = /^(Deployment|StatefulSet|DaemonSet|CronJob|Job|Service|Namespace|Ingress)$/
/** What they say is known to everybody, or means a kind of thing. */
const KINDS_OF_THINGS = new Set(
  `access account active admin agent alert amazon analytics apache archive auth backend backup base batch billing blackbox bouncer broker bucket build cache canary cdn
   cert certs chat check checks chrome client cluster collector config connect consumer container control controller core coredns cost cron cronjob data database dashboard debug default
   delivery demo deploy deployment disk docker domain edge elastic elasticsearch email envoy error etcd event events example exporter export external fast feed fetch file files finance first
   flannel fluent forward front frontend gateway generator google grafana group haproxy health host http https hub identity image images import index indexer infra ingest ingress init input
   insert install inter internal issuer istio java jdbc jobs json kafka keycloak kube kubernetes label large legacy limit line linux load local lock logging login loki main mail mailer manager master media
   memcached memory mesh message messaging metrics migrate migration minio mobile model mongo mongodb monitor monitoring mysql name native network nginx nightly node normal notification notifications notifier null object online open
   operator order output page partition password path pgbouncer pipeline platform plugin point policy pool pooler portal post postgres postgresql primary print priority private probe process prod production
   prometheus proxy public pull push query queue rabbit rabbitmq rack ready real record redis registry release relay release render replica report reporter reporting reports request resolver rest
   retry role root router routing rule runner sample scheduler schema script search secret select sender sentry server service services session shard shared shell side sidecar single site small smtp socket
   source space spare staging standby start state static statement status storage store stream sync system table target task tasks team template test text thread time timer token tool total trace traffic
   transaction transcoder trigger type update upload upstream usage user users vacuum vault vector version video view volume wait warehouse watch water webhook worker workers write writer zone`.split(
    /\s+/,
  ),
)
const NEW_NAMES =
  `alder bramble cinder dovetail fennel gorse hazel juniper kestrel lichen mallow nettle osprey plover rowan sorrel teasel umber vetch willow yarrow
   zephyr bracken curlew damson elder foxglove gannet heron iris jackdaw knapweed larch merlin nuthatch orchid pipit quince redwing siskin tansy wagtail yew`.split(
    /\s+/,
  )

export function exchangeNames(file: CaseFile, dice: Dice): CaseFile {
  const names = namesOf(file)
  const whole = JSON.stringify(file).toLowerCase()
  const fresh = dice.shuffled(NEW_NAMES.filter((name) => !whole.includes(name)))
  const exchanges = names.slice(0, fresh.length).map((name, at) => exchangeOf(name, fresh[at] ?? name))
  return changeTexts(file, (text) => exchanges.reduce((said, exchange) => exchange(said), text))
}

function namesOf({ alert, world }: CaseFile): string[] {
  const reserved = keysIn({ alert, world: { ...world, environment_context: null } })
  const said = JSON.stringify(alert).toLowerCase()
  const items = (world.kubernetes?.items ?? []).filter(({ kind }) => NAMED.test(kind))
  const all = items.flatMap(({ metadata: { name, namespace = '' } }) => `${name}-${namespace}`.split(/[-_.]/))
  return [...new Set(all)].filter(
    (name) =>
      /^[a-z]{4,}$/.test(name) &&
      !KINDS_OF_THINGS.has(name) &&
      !reserved.has(name) &&
      (said.includes(name) || !isMeantByWords(name)),
  )
}

/** Somebody whom a sentence means without saying the name must keep a name that can be guessed. */
function isMeantByWords(name: string): boolean {
  return relativesOf(name).length > 0
}

function exchangeOf(name: string, other: string): (text: string) => string {
  const [Name, Other] = [capital(name), capital(other)]
  const forms: [RegExp, string][] = [
    [new RegExp(`(?<![a-zA-Z])${name}(?![a-zA-Z])`, 'g'), other],
    [new RegExp(`(?<![A-Z])${Name}(?![a-z])`, 'g'), Other],
    [new RegExp(`(?<![A-Za-z])${name.toUpperCase()}(?![A-Za-z])`, 'g'), other.toUpperCase()],
    // A name as it begins another in small letters: `checkoutId`.
    [new RegExp(`(?<![a-zA-Z])${name}(?=[A-Z])`, 'g'), other],
  ]
  return (text) => forms.reduce((said, [form, word]) => said.replace(form, word), text)
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
