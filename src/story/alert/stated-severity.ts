import { readSeverity, type Severity, severityFromText } from '../incident/severity.ts'

/** Where tools write it, the usual place first. */
const SEVERITY_LABELS = ['severity', 'priority', 'level'] as const

/** Stated in a label, else told by the text, else medium. */
export function severityOf({
  labels,
  text,
}: {
  labels: Readonly<Record<string, string>>
  /** Asked for only where no label states it. */
  text(): string
}): Severity {
  for (const label of SEVERITY_LABELS) {
    const severity = readSeverity(labels[label] ?? '')
    if (severity) return severity
  }
  return severityFromText(`[${phraseOf(labels.severity ?? '')}]`) ?? severityFromText(text()) ?? 'medium'
}

/** Outside the vocabulary a phrase ("严重", "Critical alert") is read as a text would be; code around a word states nothing. */
function phraseOf(stated: string): string {
  return /[<>{}$]/.test(stated) ? '' : stated
}
