/** The client speaks plain HTTP only where the file says that TLS is not to be checked. */
export function kubeconfigFor(url: string, token: string, authority?: string): string {
  const trust = authority === undefined ? 'insecure-skip-tls-verify: true' : `certificate-authority: ${authority}`
  return `apiVersion: v1
kind: Config
current-context: simulated
clusters:
  - name: simulated
    cluster:
      server: ${url}
      ${trust}
users:
  - name: simulated
    user:
      token: ${token}
contexts:
  - name: simulated
    context:
      cluster: simulated
      user: simulated
      namespace: default
`
}
