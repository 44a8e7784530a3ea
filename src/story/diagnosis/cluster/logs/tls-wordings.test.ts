import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CERTIFICATE_REFUSED, endIn, reasonIn } from './wordings.ts'

const LINES: readonly (readonly [line: string, reason: string | undefined])[] = [
  [
    'tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-11-15T12:00:00Z is after 2026-11-15T11:00:00Z',
    'expired',
  ],
  [
    'x509: certificate has expired or is not yet valid: current time 2026-11-15T12:00:00Z is before 2026-11-15T13:00:00Z',
    'not_yet_valid',
  ],
  ['x509: certificate signed by unknown authority', 'untrusted'],
  ['x509: certificate is valid for cart.old.svc, not cart.shop.svc', 'wrong_name'],
  ['http: TLS handshake error from 10.1.0.3:51233: remote error: tls: expired certificate', 'expired'],
  ['TLS_error:|268435581:SSL_routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED:TLS_error_end', undefined],
  ['[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1129)', 'expired'],
  ["certificate verify failed: Hostname mismatch, certificate is not valid for 'cart'.", 'wrong_name'],
  ['PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed', undefined],
  ['java.security.cert.CertificateExpiredException: NotAfter: Sun Nov 15 11:00:00 UTC 2026', 'expired'],
  ['PKIX path building failed: unable to find valid certification path to requested target', 'untrusted'],
  ['javax.net.ssl.SSLHandshakeException: Received fatal alert: certificate_expired', 'expired'],
  ['handshake with 10.1.0.9:51022 failed: received fatal alert: CertificateExpired', 'expired'],
  ['invalid peer certificate: Expired', 'expired'],
  ['invalid peer certificate: UnknownIssuer', 'untrusted'],
  ["Error: certificate has expired { code: 'CERT_HAS_EXPIRED' }", 'expired'],
  ['Error: unable to verify the first certificate UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ["Hostname/IP does not match certificate's altnames: Host: cart. is not in the cert's altnames", 'wrong_name'],
  ['The remote certificate is invalid because of errors in the certificate chain: NotTimeValid', undefined],
  [
    'The remote certificate is invalid according to the validation procedure: RemoteCertificateNameMismatch',
    'wrong_name',
  ],
  ['SSL routines: tlsv1 alert unknown ca', 'untrusted'],
]

for (const [line, reason] of LINES) {
  test(`"${line.slice(0, 70)}" is a certificate that was refused, and why`, () => {
    assert.match(line, CERTIFICATE_REFUSED)
    assert.equal(reasonIn(line), reason)
  })
}

test('a certificate that was loaded, and a token that expired, are no complaint', () => {
  for (const line of [
    'tls: loaded server certificate /etc/tls/tls.crt notAfter=2027-01-14T14:00:00Z',
    'session token expired, signing out',
    'TLS handshake error from 10.1.0.3:51233: EOF',
  ])
    assert.doesNotMatch(line, CERTIFICATE_REFUSED)
})

test('until when it was valid is read where it stands', () => {
  assert.equal(endIn('current time 2026-11-15T12:00:00Z is after 2026-11-15T11:00:00Z'), '2026-11-15T11:00:00Z')
  assert.equal(endIn('serial=4f:11 notAfter=2026-11-15T13:19:00Z'), '2026-11-15T13:19:00Z')
  assert.equal(endIn('certificate has expired'), undefined)
})
