/** Which labels of an alert call somebody or something by name. */

/** They say what happened or how bad it is, and so do their values. */
const SILENT =
  /^(alertname|severity|priority|team|owner|job|prometheus|cluster|region|env|environment|namespace|exported_namespace|zone|monitor|receiver|replica|stage|tier|code|status|method|le|quantile|mode|state|reason|device|fstype|type|level|channel|source|mountpoint|repo|grafana_folder|folder|rule\w*|dashboard\w*|panel\w*|user(name)?|reporter|reported_by|author|sender|from|by|contact|assignee|requester|ticket|drill\w*|exercise|lang(uage)?|thread|room|title|summary|message)$/

/** What labels call somebody or something. */
export function statedNames(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).flatMap(([label, value]) => (SILENT.test(label) || !isName(value) ? [] : [value]))
}

export function isName(value: string): boolean {
  return (
    value.length >= 3 &&
    value.length <= 80 &&
    !/\s/.test(value) &&
    !/^[\d.,:%]+$/.test(value) &&
    !/^\//.test(value) &&
    !/^(true|false|yes|no|none|null|unknown|all|any)$/i.test(value)
  )
}

export function withoutWide(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([label]) => !SILENT.test(label)))
}
