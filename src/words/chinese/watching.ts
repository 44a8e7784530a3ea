/** What the watch over databases and key-value stores writes as an alert of its own; an alarm of the cloud has its own words. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  'the database is down or unreachable': '数据库已停止或无法访问',
  'the database is running out of connections': '数据库连接数即将耗尽',
  'sessions of the database hang, waiting for locks': '数据库会话因等待锁而挂起',
  'a transaction of the database has been open for very long': '数据库有事务长时间未结束',
  'replication of the database lags behind': '数据库复制延迟',
  'transaction ids of the database near their wraparound': '数据库事务 ID 接近回卷',
  'the key-value store is down or unreachable': '键值存储已停止或无法访问',
  'the key-value store runs out of memory and will refuse writes': '键值存储内存即将耗尽，将拒绝写入',
  'the key-value store evicts keys for want of memory': '键值存储因内存不足而淘汰键',
  'the key-value store rejects connections': '键值存储拒绝连接',
  'the key-value store has lost the link to its primary': '键值存储与主节点的连接已断开',
  'the key-value store answers slowly': '键值存储响应缓慢',
}

export const watching: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(COMPLAINTS).flatMap(([english, chinese]) => [
      [`{target:name}: ${english}`, `{target}：${chinese}`],
      [`{target:name}: no longer so: ${english}.`, `{target}：已恢复：${chinese}。`],
    ]),
  ),
  'Measured: {check:name} {value:number}; the limit is {limit:number}.': '测得 {check} 为 {value}；上限为 {limit}。',
  '{sessions:number} of {usable:number} usable connections are taken.': '{usable} 个可用连接已占用 {sessions} 个。',
  'Nobody waits for a lock.': '没有会话在等待锁。',
  '{waiters:number} sessions wait for locks, since {seconds:number} s.':
    '{waiters} 个会话在等待锁，已等待 {seconds} 秒。',
  '{waiters:number} sessions wait for locks, the longest for {relation:name}, since {seconds:number} s.':
    '{waiters} 个会话在等待锁，其中最久的在等待 {relation}，已等待 {seconds} 秒。',
  'No transaction is open.': '没有未结束的事务。',
  'The oldest open transaction: {transaction:said}.': '最早的未结束事务：{transaction}。',
  'Replay is {seconds:number} s behind.': '重放落后 {seconds} 秒。',
  'The oldest unfrozen transaction id is {age:number} old.': '最早的未冻结事务 ID 年龄为 {age}。',
  '{count:number} keys were evicted so far.': '至今已淘汰 {count} 个键。',
  '{count:number} connections were rejected so far; maxclients is {most:name}.':
    '至今已拒绝 {count} 个连接；maxclients 为 {most}。',
  'A PING took {milliseconds:number} ms.': '一次 PING 用时 {milliseconds} 毫秒。',
  '{used:number} of {most:number} bytes are used, and nothing is evicted ({policy:name}).':
    '{most} 字节已使用 {used} 字节，且不淘汰（{policy}）。',
  'The link to the primary {primary:host} is up.': '与主节点 {primary} 的连接正常。',
  'The link to the primary {primary:host} is down.': '与主节点 {primary} 的连接已断开。',
  'The link to the primary {primary:host} is down since {seconds:number} s.':
    '与主节点 {primary} 的连接已断开 {seconds} 秒。',
  'The alarm does not exist any more.': '该报警已不存在。',
}
