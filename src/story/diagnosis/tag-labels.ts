/**
 * Labels that a sender puts into one text: Datadog's `kube_namespace:shop,pod_name:cart-7`, a list of `key=value`, and
 * `{kube_namespace:shop}` in a message.
 */
type Labels = Readonly<Record<string, string>>

/** Under these names lists of labels stand; another value with a colon is an address or a sentence. */
const LIST = /(?:^|[._-])(?:(?:alert|monitor|event)_?)?(?:tags?|labels|dimensions|attributes|scope)$/i
const PAIR = /(?<![\w./:=-])([A-Za-z][\w./-]{0,199})["']?\s*[:=]\s*["']?([A-Za-z0-9][^\s"',;{}()[\]]{0,252})/g

/** What stands as a label of its own counts before what stands in a list. */
export function withTags(labels: Labels): Labels {
  const tags = Object.entries(labels).flatMap(([name, value]) => (LIST.test(name) ? pairsIn(value) : []))
  return { ...Object.fromEntries(tags), ...labels }
}

const IN_BRACES = /\{([^{}\n]{3,500})\}/g
/** No person writes like this; `pod:` and `service:` are read as people write them. */
const PREFIXED = /(?<![\w./-])(?:k8s|kube|kubernetes)[._][\w.]{2,60}[:=]["']?[^\s"',;{}()[\]]{1,253}/g

/** Tags as a text quotes them. */
export function tagsInText(text: string): Labels {
  const braced = [...text.matchAll(IN_BRACES)].flatMap(([, inside = '']) => pairsIn(inside))
  const bare = (text.match(PREFIXED) ?? []).flatMap(pairsIn)
  return Object.fromEntries([...bare, ...braced])
}

function pairsIn(list: string): (readonly [name: string, value: string])[] {
  return [...list.matchAll(PAIR)].map(([, name = '', value = '']) => [name, value] as const)
}
