/** Who a caller is to the service. `sender` stands apart: it may hand in alerts and read nothing. */
export const ROLES = ['sender', 'viewer', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What a route asks of its caller. `open` asks nothing; `signed` is guarded by the chat platform's signature instead. */
export type Need = Role | 'open' | 'signed'

const GRANTED: Readonly<Record<Role, readonly Role[]>> = {
  sender: ['sender'],
  viewer: ['viewer'],
  operator: ['viewer', 'operator', 'sender'],
  admin: ['viewer', 'operator', 'admin', 'sender'],
}

export function mayEnter(role: Role, need: Role): boolean {
  return GRANTED[role].includes(need)
}
