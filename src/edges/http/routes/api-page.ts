/**
 * A page to read the API at. The package is large, so it is loaded when someone first asks for the page, on a Fastify
 * of its own that is asked once for its two files; they are then served under our own content security policy.
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

/** The script is megabytes long; as bytes it is sent without being measured and encoded each time. */
type ApiPage = { html: string; script: Buffer; policy: string }

export function addApiPageRoutes(app: FastifyInstance): void {
  let page: Promise<ApiPage> | undefined
  const load = () => {
    page ??= renderApiPage()
    return page
  }
  const config = { need: 'open', answersAlways: true } as const
  app.get('/docs', { config, schema: { hide: true } }, async (_request, reply) => reply.redirect('/api/docs', 302))
  app.get('/api/docs', { config, schema: { hide: true } }, async (_request, reply) => {
    const { html, policy } = await load()
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html)
  })
  app.get('/api/docs/scalar.js', { config, schema: { hide: true } }, async (_request, reply) => {
    const { script } = await load()
    return reply.header('cache-control', 'public, max-age=86400').type('text/javascript; charset=utf-8').send(script)
  })
}

async function renderApiPage(): Promise<ApiPage> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const press = Fastify()
  await press.register(scalar, {
    routePrefix: '/page',
    configuration: {
      url: '/api/openapi.json',
      cdn: '/api/docs/scalar.js',
      pageTitle: 'Firebreak API',
      // Nothing leaves the reader's browser: no fonts, no telemetry, no assistant, no outside proxy.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      mcp: { disabled: true },
    },
  })
  const html = (await press.inject('/page/')).body
  const script = (await press.inject('/page/js/scalar.js')).rawPayload
  await press.close()
  return { html, script, policy: policyFor(html) }
}

/** Scripts of our own and exactly the inline ones of this page; styles are set by the page's script at run time. */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '')
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}
