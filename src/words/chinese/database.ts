/** What the hands on databases say of their plans, deeds and doubts. */
export const database = {
  'idle in transaction': '事务中空闲',
  'idle in transaction (aborted)': '事务已中止、空闲',
  'session {pid:number} ({who:said})': '会话 {pid}（{who}）',
  'session {pid:number} of database {database:name} ({who:said})': '数据库 {database} 的会话 {pid}（{who}）',
  '{state:value} in a transaction since {at:time}: {statement:said}': '{state}，事务始于 {at}：{statement}',
  'active in a transaction since {at:time}: {statement:said}': '正在执行，事务始于 {at}：{statement}',
  'idle in transaction, begun {at:time}: {statement:said}': '事务中空闲，事务始于 {at}：{statement}',
  'idle in transaction (aborted), begun {at:time}: {statement:said}': '事务已中止、空闲，事务始于 {at}：{statement}',
  'active since {at:time}: {statement:said}': '正在执行，始于 {at}：{statement}',
  'idle since {at:time}: {statement:said}': '空闲，始于 {at}：{statement}',
  'A session that was ended does not come back: the server undoes its open transaction, and the client has to connect again.':
    '会话终止后不会恢复：服务器会回滚其未提交的事务，客户端须重新连接。',
  'ended, its transaction undone': '已终止，其事务回滚',
  'The plan does not say which session it saw.': '方案没有说明所看到的是哪个会话。',
  'Session {pid:number} would be ended; nothing was done.': '会话 {pid} 将被终止；未做任何操作。',
  'The server did not take the signal.': '服务器未接受信号。',
  'Session {pid:number} was told to end and is still there.': '已通知会话 {pid} 终止，但它仍在。',
  'Session {pid:number} was ended.': '会话 {pid} 已终止。',
  '{why} Nothing was done.': '{why}未做任何操作。',
  'Session {pid:number} has ended by itself.': '会话 {pid} 已自行结束。',
  'Pid {pid:number} now belongs to another session.': 'pid {pid} 现属于另一个会话。',
  'Session {pid:number} has moved on since the plan was made: {field:name} is {value:value} now.':
    '自方案制定以来会话 {pid} 已有变化：{field} 现为 {value}。',
  'Nobody waits for session {pid:number} any more.': '已无会话等待 {pid}。',
  'The server was restarted since, which ends every session.': '服务器此后重启过，重启会终止所有会话。',
  'Session {pid:number} is gone, and the server does not tell why.': '会话 {pid} 已消失，服务器未说明原因。',
  'The server was restarted since, and may have forgotten when the table was vacuumed.':
    '服务器此后重启过，可能已不记得该表何时被 VACUUM。',
  'session {pid:number} was there': '会话 {pid} 存在',
  'pid {pid:number} with its backend_start in pg_stat_activity, and every session whose wait_event_type is Lock':
    'pg_stat_activity 中 pid {pid} 及其 backend_start，以及所有 wait_event_type 为 Lock 的会话',
  'Had it not worked: the same pid with the same backend_start, or sessions that wait for a lock.':
    '若无效：会有同一 pid 与同一 backend_start，或仍有会话等待锁。',
  'Session {pid:number} is still there.': '会话 {pid} 仍在。',
  'still there': '仍在',
  'gone; {waiting} sessions wait for a lock': '已消失；{waiting} 个会话等待锁',
  'Session {pid:number} is gone and nobody waits for a lock.': '会话 {pid} 已消失，没有会话等待锁。',
  'Session {pid:number} is gone; {waiting} sessions still wait for a lock.':
    '会话 {pid} 已消失；仍有 {waiting} 个会话等待锁。',
  'There is nothing to undo: VACUUM frees the room of dead rows, and no row that anybody can see changes.':
    '无需回滚：VACUUM 只回收死元组的空间，可见的行不会改变。',
  'dead rows of {table:name}': '{table} 的死元组',
  'freed for new rows': '空间可供新行使用',
  '{count:number} dead rows': '{count} 个死元组',
  'last_vacuum ({at:said}) and n_dead_tup of {table:name} in pg_stat_all_tables':
    'pg_stat_all_tables 中 {table} 的 last_vacuum（{at}）与 n_dead_tup',
  'Had it not worked: last_vacuum before {at:value}, or more than half of the dead rows left.':
    '若无效：last_vacuum 早于 {at}，或剩余过半的死元组。',
  '{table:name} was not vacuumed.': '{table} 未被 VACUUM。',
  '{table:name} was vacuumed, but most of its dead rows stayed.': '{table} 已 VACUUM，但大部分死元组仍在。',
  '{table:name} was vacuumed and has {left:number} dead rows left.': '{table} 已 VACUUM，剩余 {left} 个死元组。',
  '{table:name} is no longer the table of the plan. Nothing was done.': '{table} 已不是方案中的表。未做任何操作。',
  '{statement:said} would run; nothing was done.': '{statement} 将会执行；未做任何操作。',
  '{table:name} was vacuumed: {before:number} dead rows before, {after:number} after.':
    '{table} 已 VACUUM：之前 {before} 个死元组，之后 {after} 个。',
  '{message} What stayed is still needed by an old snapshot: {kind:name} {who:said}.':
    '{message}剩余部分仍被旧快照需要：{kind} {who}。',
  'No listing shows a session with pid {pid:number}.': '没有列表显示 pid 为 {pid} 的会话。',
  'pid {pid:number} works in database {database:name}; the alert is about {other:name}.':
    'pid {pid} 工作在数据库 {database}；告警涉及 {other}。',
  'The alert names pid {named:number}, which does not wait for pid {pid:number}.':
    '告警提到 pid {named}，它并不等待 pid {pid}。',
  'Nothing shows that pid {pid:number} touches {table}, which the alert is about.':
    '没有迹象表明 pid {pid} 涉及告警所说的 {table}。',
  'pid {pid:number} waits itself; ending it frees nobody.': 'pid {pid} 自身在等待；终止它不会释放任何会话。',
  'pid {pid:number} blocks nobody, holds no old transaction and runs no long query.':
    'pid {pid} 没有阻塞任何会话，没有持有旧事务，也没有长查询。',
  'The server itself is vacuuming {table:name} against a wraparound, and a second vacuum would wait for that one.':
    '服务器自身正在对 {table} 做防回卷清理，再来一次清理只会等它完成。',
  'No listing shows table {table:name}; table_bloat does.': '没有列表显示表 {table}；可用 table_bloat 查看。',
  'The alert is about table {named:name}, not {table:name}.': '告警涉及表 {named}，而不是 {table}。',
  'Session {pid:number} is our own ({name:said}).': '会话 {pid} 是我们自己的（{name}）。',
  'What session {pid:number} is, our login may not see; grant it pg_read_all_stats (or pg_monitor).':
    '我们的登录无权查看会话 {pid}；请授予 pg_read_all_stats（或 pg_monitor）。',
  'Session {pid:number} is a parallel worker of {leader:number}; end the leader.':
    '会话 {pid} 是 {leader} 的并行工作进程；请终止其主会话。',
  'Process {pid:number} is a {kind:value}; only sessions of clients are ended.':
    '进程 {pid} 是 {kind}；只会终止客户端会话。',
  'What pid {pid:number} is cannot be seen with our login.': '用我们的登录看不到 pid {pid} 是什么。',
  'pid {pid:number} is {what:value}, which is never ended.': 'pid {pid} 是 {what}，绝不会被终止。',
  'pid {pid:number} is a parallel worker of {leader:number}.': 'pid {pid} 是 {leader} 的并行工作进程。',
  'pid {pid:number} ({who:said}) looks after the server itself, so a person should decide.':
    'pid {pid}（{who}）负责维护服务器自身，应由人决定。',
} as const
