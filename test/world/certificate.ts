/** A certificate for 127.0.0.1 that nobody but the test trusts. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export type Certificate = { folder: string; certFile: string; key: Buffer; cert: Buffer }

/** For the option `skip` of a test. */
export const WITHOUT_OPENSSL = hasOpenssl() ? false : 'There is no openssl here to make a certificate with.'

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
}

export async function makeCertificate(t: TestContext): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-tls-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'ca.crt')]
  const subject = ['-subj', '/CN=cluster', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...made, '-keyout', keyFile, '-out', certFile, ...subject], { stdio: 'ignore' })
  return { folder, certFile, key: await readFile(keyFile), cert: await readFile(certFile) }
}
