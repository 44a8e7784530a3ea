/** Which methods a path is served for, so that who took the wrong one is told the right one. */
import type { FastifyInstance } from 'fastify'

type Served = { pattern: RegExp; methods: string[] }

/** Called before the routes are added. What takes every path, as the console's pages do, says nothing about one. */
export function rememberMethods(app: FastifyInstance): (url: string) => string[] {
  const served: Served[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
    if (!url.includes('*')) served.push({ pattern: patternOf(url), methods })
  })
  return (url) => {
    const [path = ''] = url.split('?')
    return [...new Set(served.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))]
  }
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}$`)
}
