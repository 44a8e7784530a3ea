/** How programs say that a certificate was not accepted, whatever they are written in; and why, where they say that. */

/** As OpenSSL, BoringSSL and Envoy, Go, Java, Node, Python, .NET and rustls put it, at either end of the handshake. */
export const CERTIFICATE_REFUSED = new RegExp(
  [
    'x509: ([^"\\n]{5,120})',
    'certificate (?:has )?expired|expired certificate|certificate is not yet valid',
    'CERT(?:IFICATE)?_(?:HAS_)?EXPIRED|CertificateExpired(?:Exception)?|CertificateNotYetValid',
    'NotAfter: (?:\\w{3} \\w{3} \\d|\\d{4})',
    'CERTIFICATE_VERIFY_FAILED|certificate[_ ]verify[_ ]failed',
    'PKIX path|No subject alternative|trustAnchors',
    'UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\\w*)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\\w*|ERR_TLS_CERT_ALTNAME_INVALID',
    'unable to (?:get local issuer|verify the first) certificate|self[- ]signed certificate',
    'RemoteCertificate(?:NameMismatch|ChainErrors|NotAvailable)|remote certificate (?:is|was) (?:invalid|rejected)',
    'invalid peer certificate|UnknownIssuer|NotValidForName|BadCertificate',
    'tls: (?:bad|unknown|revoked) certificate|tlsv1 alert (?:unknown ca|bad certificate|certificate expired)|unknown[_ ]ca\\b',
    '(?:hostname|host name|IP address)\\W[^\\n]{0,60}(?:does not|doesn.t) match[^\\n]{0,40}(?:certificate|altname)|certificate (?:is )?(?:not |in)valid for',
    'certificate signed by unknown authority|certificate (?:chain )?is not trusted',
  ].join('|'),
  'i',
)

type Reason = 'expired' | 'not_yet_valid' | 'untrusted' | 'wrong_name'

/** Go says "has expired or is not yet valid" of both, and then which. */
const REASONS: readonly (readonly [Reason, RegExp])[] = [
  ['not_yet_valid', /is before \d{4}-|NotYetValid|(?<!or is )not yet valid/i],
  ['expired', /expired|CERT_HAS_EXPIRED|is after \d{4}-|NotAfter: /i],
  [
    'wrong_name',
    /NameMismatch|ALTNAME_INVALID|NotValidForName|No subject alternative|(?:does not|doesn.t) match|is valid for .{1,200}, not|(?:not |in)valid for|cannot validate certificate for|IP SANs/i,
  ],
  [
    'untrusted',
    /unknown authority|UnknownIssuer|PKIX path building|trustAnchors|local issuer|SELF_SIGNED|self[- ]signed|VERIFY_LEAF|GET_ISSUER|first certificate|unknown[_ ]ca\b|ChainErrors|not trusted/i,
  ],
]

/** Undefined where a line says only that it was refused. */
export function reasonIn(line: string): Reason | undefined {
  return REASONS.find(([, pattern]) => pattern.test(line))?.[0]
}

export function sayReason(reason: Reason | undefined): string {
  switch (reason) {
    case 'expired':
      return 'has expired'
    case 'not_yet_valid':
      return 'is not valid yet'
    case 'wrong_name':
      return 'is refused, for it was made out to another name'
    case 'untrusted':
      return 'is refused, for whoever signed it is not trusted'
    default:
      return 'is refused'
  }
}

const END =
  /is after (\d{4}-\d\d-\d\dT[\d:]+Z)|notAfter[=:]\s*"?(\d{4}-\d\d-\d\d[T ][\d:]+Z?)|NotAfter: (\w{3} \w{3} \d+ [\d:]+ \w+ \d{4})/i

/** Until when it was valid, as the line says. */
export function endIn(line: string): string | undefined {
  return END.exec(line)
    ?.slice(1)
    .find((one) => one !== undefined)
}
