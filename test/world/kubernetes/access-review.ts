/** SelfSubjectAccessReview: whoever has a token may ask what he himself may do. Nothing is stored. */
import { jsonAnswer, parsedBody, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import type { Account } from './access.ts'
import type { Verb } from './api-request.ts'
import { RESOURCES } from './resources.ts'

type Attributes = { group?: string; resource?: string; subresource?: string; verb?: string; namespace?: string }
type Review = { spec?: { resourceAttributes?: Attributes } }

export function isReview({ method, url }: WireRequest): boolean {
  return method === 'POST' && url.pathname === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
}

export function answerReview(request: WireRequest, account: Account): WireAnswer {
  const review = parsedBody(request) as Review
  const { group = '', resource: plural = '', subresource, verb = '', namespace } = review.spec?.resourceAttributes ?? {}
  const resource = RESOURCES.find((known) => known.group === group && known.plural === plural)
  const version = resource?.version ?? 'v1'
  const asked = { verb: verb as Verb, group, version, plural, namespace, name: undefined, subresource, resource }
  return jsonAnswer(201, {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: review.spec,
    status: { allowed: account.may(asked) },
  })
}
