/** What whoever has a token may ask about himself: whether he may do one thing, and what he may do at all. Nothing is stored. */
import { jsonAnswer, parsedBody, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import type { Account } from './access.ts'
import type { Verb } from './api-request.ts'
import { RESOURCES } from './resources.ts'

type Attributes = { group?: string; resource?: string; subresource?: string; verb?: string; namespace?: string }
type Review = { spec?: { resourceAttributes?: Attributes; namespace?: string } }

const API_VERSION = 'authorization.k8s.io/v1'
const ONE_RIGHT = `/apis/${API_VERSION}/selfsubjectaccessreviews`
const ALL_RULES = `/apis/${API_VERSION}/selfsubjectrulesreviews`
const VERBS: readonly Verb[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

export function isReview({ method, url }: WireRequest): boolean {
  return method === 'POST' && [ONE_RIGHT, ALL_RULES].includes(url.pathname)
}

export function answerReview(request: WireRequest, account: Account): WireAnswer {
  const { spec } = parsedBody(request) as Review
  const answer = request.url.pathname === ONE_RIGHT ? oneRight(spec, account) : allRules(spec, account)
  return jsonAnswer(201, { apiVersion: API_VERSION, metadata: {}, spec, ...answer })
}

function oneRight(spec: Review['spec'], account: Account) {
  const { group = '', resource = '', subresource, verb = '', namespace } = spec?.resourceAttributes ?? {}
  const allowed = may(account, { group, resource, subresource, verb, namespace })
  return { kind: 'SelfSubjectAccessReview', status: { allowed } }
}

/** Every account has the rights of the cluster's default role besides. */
const BASIC_USER = {
  verbs: ['create'],
  apiGroups: ['authorization.k8s.io'],
  resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
}

function allRules(spec: Review['spec'], account: Account) {
  const namespace = spec?.namespace
  const resourceRules = RESOURCES.flatMap(({ group, plural, subresources }) =>
    [undefined, ...subresources].flatMap((subresource) => {
      const verbs = VERBS.filter((verb) => may(account, { group, resource: plural, subresource, verb, namespace }))
      const resource = subresource === undefined ? plural : `${plural}/${subresource}`
      return verbs.length > 0 ? [{ verbs, apiGroups: [group], resources: [resource] }] : []
    }),
  )
  return {
    kind: 'SelfSubjectRulesReview',
    status: { resourceRules: [BASIC_USER, ...resourceRules], nonResourceRules: [], incomplete: false },
  }
}

type Asked = { [Part in keyof Required<Attributes>]: string | undefined }

function may(account: Account, { group = '', resource: plural = '', subresource, verb, namespace }: Asked): boolean {
  const resource = RESOURCES.find((known) => known.group === group && known.plural === plural)
  const version = resource?.version ?? 'v1'
  return account.may({
    verb: verb as Verb,
    ...{ group, version, plural, namespace, name: undefined, subresource, resource },
  })
}
