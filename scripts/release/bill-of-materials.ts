/** The bill of materials as npm writes it (CycloneDX), without what differs from one run or one folder to the next. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'

type Bill = {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string; purl: string } }
}

/** As `npm run sbom`. */
const ASKED = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
]

export async function billOfMaterials(root: string, at: Date): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ASKED, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const bill = JSON.parse(stdout) as Bill
  const { component } = bill.metadata
  // npm calls it by the folder it lies in.
  component.name = /^pkg:npm\/(.+)@/.exec(component.purl)?.[1] ?? component.name
  bill.metadata.timestamp = at.toISOString()
  bill.serialNumber = ''
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bill))}`
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Of version 8: made from what it names. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
