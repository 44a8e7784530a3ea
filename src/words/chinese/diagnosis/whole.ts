/** Sentences whose parts hold what strangers named as they liked, so that they are known only whole. */
export const whole = {
  'The {kind:object} was last written at {time} ({ago}) with {by:name}.':
    '该 {kind} 最近由 {by} 写入于 {time}（{ago}）。',
  'Issue {id:name}: {what:said}, in {culprit:said}, seen {count:number} times, first at {clockTime}.':
    '问题 {id}：{what}，位于 {culprit}，出现 {count} 次，首次于 {clockTime}。',
  'Issue {id:name}: {what:said}, seen {count:number} times, first at {clockTime}.':
    '问题 {id}：{what}，出现 {count} 次，首次于 {clockTime}。',
  '{kind:object} {name:name} falls behind on {queue:name}: its lag grew to {amount} in all since {time}.':
    '{kind} {name} 对 {queue} 的处理落后：自 {time} 起积压共增至 {amount}。',
  'Node {name:name}: {type:reason} is {status:reason} ({reason:reason}: {message:said}); it is cordoned':
    '节点 {name}：{type} 为 {status}（{reason}：{message}）；它已被封锁',
  'Pod {name:name} of {kind:object} {owner:name} cannot be placed: it requests {amount:figure} {what}, and no node it may run on has enough {what2} free ({why:said}).':
    '{kind} {owner} 的 Pod {name} 无法调度：它请求 {what} {amount}，而它可运行的节点都没有足够的空闲 {what2}（{why}）。',
  'Pod {name:name} of {kind:object} {owner:name} cannot be placed because node {node:name} is cordoned (spec.unschedulable is true), although it is ready and would have room for it.':
    '{kind} {owner} 的 Pod {name} 无法调度，因为节点 {node} 已被封锁（spec.unschedulable 为 true），尽管该节点就绪且有空间容纳它。',
  '{node:name} {free:figure} of {all:figure} {what:name}': '{node} 的 {what} {all} 中有 {free}',
  'Free: {node:name} {free:figure} of {all:figure} {what:name}.': '空闲：{node} 的 {what} {all} 中有 {free}。',
  'Free: {node:name} {free:figure} of {all:figure} {what:name}; {rooms}.':
    '空闲：{node} 的 {what} {all} 中有 {free}；{rooms}。',
  'a vacuum': 'vacuum',
  'Insufficient {what}': '{what} 不足',
  '{count:number} sessions wait for a lock on {relation:name}, the longest for {seconds:number} s: brief contention on rows that many write, behind {who:said}, whose transaction was {age:number} s old.':
    '{count} 个会话等待 {relation} 上的锁，最久 {seconds} 秒：多方写入同一些行的短暂争用，排在 {who} 之后，其事务已开始 {age} 秒。',
  'pid {pid:number} (autovacuum worker)': 'pid {pid}（autovacuum worker）',
  'It is at “{phase}” of {relation:name}, {percent} of it done.':
    '当前处于 {relation} 的“{phase}”阶段，已完成 {percent}。',
  'an autovacuum against wraparound (pid {pid:number})': '防回卷的 autovacuum（pid {pid}）',
  'Beside it {others} work.': '与其同时工作的还有 {others}。',
  'Job {name:name} was stopped at {time} because it ran longer than it may (DeadlineExceeded): its deadline is {seconds:number} s ({lasting}, activeDeadlineSeconds), and it had run for {lasting2} since {time2}.':
    'Job {name} 于 {time} 因运行时间超过允许值而被停止（DeadlineExceeded）：其期限为 {seconds} 秒（{lasting}，activeDeadlineSeconds），而它自 {time2} 起已运行 {lasting2}。',
  "One statement takes most of the database's {what}: “{query}”.": '一条语句占用了数据库大部分 {what}：“{query}”。',
  '{sessions:number} of {all:number} working sessions run it now ({names:said}), the longest for {lasting}.':
    '{all} 个工作会话中有 {sessions} 个在运行它（{names}），最久的已 {lasting}。',
  '{who:said}, {state:said} in a transaction open for {lasting} (since {time}): “{query}”, holds a snapshot {back:number} transactions back and so keeps vacuum from removing dead rows: {table:name} has {dead:number} dead rows ({percent} of all) although it was vacuumed at {time2}.':
    '{who}，{state}，事务已打开 {lasting}（自 {time}）：“{query}”，持有落后 {back} 个事务的快照，因此 vacuum 无法清除死行：{table} 有 {dead} 行死行（占全部的 {percent}），尽管已于 {time2} vacuum 过。',
  'Prepared transaction “{gid}” of {user:name}, prepared {time} and neither committed nor rolled back since, holds a snapshot {back:number} transactions back and so keeps vacuum from removing dead rows: {table:name} has {dead:number} dead rows ({percent} of all) although it was vacuumed at {time2}.':
    '{user} 的预备事务“{gid}”于 {time} 预备，此后既未提交也未回滚，持有落后 {back} 个事务的快照，因此 vacuum 无法清除死行：{table} 有 {dead} 行死行（占全部的 {percent}），尽管已于 {time2} vacuum 过。',
  '{who:said} and {other:said} show the same xmin only because that transaction is still open; ending them frees nothing.':
    '{who} 和 {other} 显示相同的 xmin，只是因为那个事务仍未结束；终止它们不会释放任何内容。',
  'pid {pid:number} still waits for the lock and has changed nothing yet; without it the {count:number} sessions behind go on at once.':
    'pid {pid} 仍在等待该锁，尚未做任何变更；没有它，其后的 {count} 个会话会立即继续。',
  '{who:said} is idle in transaction, in a transaction open for {lasting} (since {time}): 1 session waits for it ({other:said}: “{query}”), for {waited}.':
    '{who} 在事务中空闲，事务已打开 {lasting}（自 {time}）：1 个会话等待它（{other}：“{query}”），已等待 {waited}。',
  '{who:said} is idle, and holds advisory lock {key:number}: 1 session waits for it ({other:said}: “{query}”), for {waited}.':
    '{who} 空闲，并持有 advisory lock {key}：1 个会话等待它（{other}：“{query}”），已等待 {waited}。',
  'The replica works as it is configured ({settings:said}); nothing on it is broken.':
    '备库按其配置工作（{settings}）；它没有任何故障。',
  '{count:number} active': '{count} 个活动',
  'Pod {name:name} of {kind:object} {owner:name} is on it, not ready and unable to end there.':
    '{kind} {owner} 的 Pod {name} 在其上，未就绪，也无法在那里终止。',
  '{who:said} has been running one statement for {lasting} (since {time}), {state:said}: “{query}”.':
    '{who} 已运行一条语句 {lasting}（自 {time}），{state}：“{query}”。',
  'Pods {one:name} and {other:name}, not ready, are among those that wait.':
    '未就绪的 Pod {one} 和 {other} 也在等待者之中。',
} as const
