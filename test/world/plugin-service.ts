/** A service with plugins of one's own, as well on a machine without a fence: there it takes them only where keys exist. */
import type { TestContext } from 'node:test'
import type { Environment } from '../../src/guidance/settings/environment.ts'
import { type Asked, startTestService, type TestService } from './service.ts'

const API_KEY = 'the-admin-key-of-whoever-tries-plugins'

export async function startPluginService(t: TestContext, folder: string, more: Environment = {}): Promise<TestService> {
  const environment = { API_KEY, PLUGINS_DIR: folder, ALLOW_UNFENCED_PLUGINS: 'true', ...more }
  const service = await startTestService(t, { environment })
  const withKey = (asked: Asked = {}): Asked => ({ key: API_KEY, ...asked })
  return {
    ...service,
    ask: (method, path, asked) => service.ask(method, path, withKey(asked)),
    get: (path, asked) => service.get(path, withKey(asked)),
    visit: (method, path, asked) => service.visit(method, path, withKey(asked)),
  }
}
