/** Sentences that are put together of parts, whole. */
export const joints = {
  '{speaker} says{since}, {count:number} times and never before: "{words}"':
    '{speaker} {since}说过 {count} 次，此前从未出现："{words}"',
  '{speaker} says far more often{since} ({count:number} times, before {before:number}): "{words}"':
    '{speaker} {since}远比以前频繁（{count} 次，此前 {before} 次）："{words}"',
  '{speaker} says ({count:number} times): "{words}"': '{speaker} 说过 {count} 次："{words}"',
  '{speaker} says{since}, {count:number} times and never before: "{words}" ({fields:said})':
    '{speaker} {since}说过 {count} 次，此前从未出现："{words}"（{fields}）',
  '{speaker} says far more often{since} ({count:number} times, before {before:number}): "{words}" ({fields:said})':
    '{speaker} {since}远比以前频繁（{count} 次，此前 {before} 次）："{words}"（{fields}）',
  '{speaker} says ({count:number} times): "{words}" ({fields:said})':
    '{speaker} 说过 {count} 次："{words}"（{fields}）',
  '{speaker} logged at {time}: "{words}" ({fields:said})': '{speaker} 于 {time} 记录："{words}"（{fields}）',
  '{speaker} logged at {time}: "{words}"': '{speaker} 于 {time} 记录："{words}"',
  '{speaker} logged: "{words}"': '{speaker} 记录："{words}"',
  'Behind this: {statement}': '其背后：{statement}',
  'Together with this: {statement}': '与此同时：{statement}',
  'Independently of this: {statement}': '与此无关的另一问题：{statement}',
  'Also failing, not tied to this alert: {statement}': '另有故障，与此告警无关联：{statement}',
  'For {name}, not tied to this alert: {statement}': '针对 {name}（与此告警无关联）：{statement}',
  'container {name:name}: {change}': '容器 {name}：{change}',
  'init container {name:name}: {change}': 'init 容器 {name}：{change}',
  '{plain:name} got {come:value} and lost {gone:value}': '{plain} 新增 {come}，去掉 {gone}',
  '{duration} after {revision} was rolled out': '{revision} 发布之后 {duration}',
  'the errors of {name:name} rose from {from} to {to} at {clockTime}':
    '{name} 的错误在 {clockTime} 从 {from} 升至 {to}',
  'the refusals (4xx) of {name:name} rose from {from} to {to} at {clockTime}':
    '{name} 的拒绝（4xx）在 {clockTime} 从 {from} 升至 {to}',
  'the good answers of {name:name} fell from {from} to {to} at {clockTime}':
    '{name} 的正常应答在 {clockTime} 从 {from} 降至 {to}',
  'Free disk space fell from {bytes} to {bytes2} ({percent} of {size}).':
    '可用磁盘空间从 {bytes} 降至 {bytes2}（{size} 的 {percent}）。',
  'Free disk space stands at {bytes} ({percent} of {size}).': '可用磁盘空间为 {bytes}（{size} 的 {percent}）。',
  'This is why room runs out: {sentence}': '这就是空间耗尽的原因：{sentence}',
  'It was created at {time} ({ago}).': '它创建于 {time}（{ago}）。',
  'It was changed at {time} ({ago}).': '它修改于 {time}（{ago}）。',
  'Its statement is “{query}”': '其语句是 “{query}”',
  'Its last statement is “{query}”': '其最后一条语句是 “{query}”',
  'The log says why: “{line:said}”': '日志说明了原因：“{line}”',
  'containers with unready status: {names:said}': '未就绪的容器：{names}',
  '{container:name}: {waiting:reason}, {ended:reason}, exit code {code:number}':
    '{container}：{waiting}，{ended}，退出码 {code}',
  '{container:name}: {ended:reason}, exit code {code:number}': '{container}：{ended}，退出码 {code}',
  '{count:number} of {application:title} at local': '{application}（本地）{count} 个',
  '{count:number} of {application:title} at {address:figure}': '{application}（{address}）{count} 个',
  '{count:number} idle': '{count} 个空闲',
  '{kind:object} {name:name} was written at {clockTime} by {by:name}': '{kind} {name} 由 {by} 写入于 {clockTime}',
  '{kind:object} {name:name} was written at {clockTime} by {by:name} ({held:said})':
    '{kind} {name} 由 {by} 写入于 {clockTime}（{held}）',
  'The API server says: "{words}"': 'API 服务器称："{words}"。',
  'The scheduler says: "{words}"': '调度器称："{words}"。',
  'is idle in transaction': '在事务中空闲',
  'is active': '处于活动状态',
  'is idle': '空闲',
  '{mode:reason} on {relation:name}': '{relation} 上的 {mode}',
  'slot {name:name}': '复制槽 {name}',
  'deployment {name:name}': 'Deployment {name}',
  'statefulset {name:name}': 'StatefulSet {name}',
  'daemonset {name:name}': 'DaemonSet {name}',
  '{container:name}: {waiting:reason}, {ended:reason}, exit code {code:number}, {count:number} restarts':
    '{container}：{waiting}，{ended}，退出码 {code}，重启 {count} 次',
  none: '无',
  memory: '内存',
  'a backup': '备份',
  'The oldest snapshots compared, in transactions back: sessions {sessions}, standbys {standbys}, replication slots {slots}, prepared transactions {prepared}.':
    '最老快照的比较（落后的事务数）：会话 {sessions}，备库 {standbys}，复制槽 {slots}，预备事务 {prepared}。',
  'its {name:name} stands at {amount} of {most}, that of its siblings at {others}':
    '其 {name} 为 {amount}（上限 {most}），其他副本为 {others}',
  '{series} is {time}, {ago}: expired': '{series} 为 {time}（{ago}）：已过期',
  'Renew the certificate of {name:name}, and let an alert tell of it weeks before its end.':
    '更新 {name} 的证书，并设置告警在到期前数周提醒。',
  '{host:name} is outside of what can be seen here and does not answer: "{words}"':
    '{host} 在可查看范围之外，没有应答："{words}"',
  '{host:name} is a name of this cluster behind which no workload was found; it {answers}: "{words}"':
    '{host} 是此集群的名称，但其后没有找到工作负载；它{answers}："{words}"',
  '{host:name} is outside of what can be seen here and answers with {code:number}: "{words}"':
    '{host} 在可查看范围之外，其应答为 {code}："{words}"',
  'Node {name:name} is gone: its Ready condition is {status:reason} ({reason:reason}): {message:said}':
    '节点 {name} 已失联：其 Ready 状况为 {status}（{reason}）：{message}',
  'Node {name:name} is gone: its Ready condition is {status:reason} ({reason:reason}) since {time} ({ago}): {message:said}':
    '节点 {name} 已失联：其 Ready 状况自 {time}（{ago}）起为 {status}（{reason}）：{message}',
  'Node {name:name} is not ready since {time} ({ago}) ({reason:reason}): {message:said}':
    '节点 {name} 自 {time}（{ago}）起未就绪（{reason}）：{message}',
  'Node {name:name} is under {types} since {time} ({ago}): {message:said}':
    '节点 {name} 自 {time}（{ago}）起处于 {types}：{message}',
  'Job {name:name} of CronJob {owner:name} failed {ago} ({reason:reason}), but a later run, {later:name}, has succeeded at {time}.':
    'CronJob {owner} 的 Job {name} 在{ago}失败（{reason}），但之后的运行 {later} 已于 {time} 成功。',
  'CREATE INDEX CONCURRENTLY ON {relation:name} ({columns:said}), after checking the plan with EXPLAIN.':
    'CREATE INDEX CONCURRENTLY ON {relation} ({columns})，先用 EXPLAIN 检查执行计划。',
  'If its reader will not come back: {statement:said}': '如果其读取方不会再回来：{statement}',
  'If nobody reads slot {name:name} any more, drop it: {statement:said}':
    '如果不再有人读取复制槽 {name}，将其删除：{statement}',
  'Revision {revision:number} of {released} is not the cause: it was rolled out at {time}, and before that {clause}.':
    '{released} 的版本 {revision} 不是原因：它发布于 {time}，而在此之前{clause}。',
  '{kind:object} {name:name} does not run: pod {pod:name} is in trouble ({state}), first seen at {clockTime}.':
    '{kind} {name} 未在运行：Pod {pod} 有问题（{state}），首次看到于 {clockTime}。',
  'Give {relation:name} its autovacuum back: ALTER TABLE {statement:said}':
    '恢复 {relation} 的 autovacuum：ALTER TABLE {statement}',
  'Give {relation:name} its autovacuum back: ALTER TABLE {again:name} RESET (autovacuum_enabled, autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor), or lower thresholds.':
    '恢复 {relation} 的 autovacuum：ALTER TABLE {again} RESET (autovacuum_enabled, autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor)，或调低阈值。',
  'Widen the number: ALTER SEQUENCE … AS bigint, and the column with everything that refers to it to bigint.':
    '扩大编号范围：ALTER SEQUENCE … AS bigint，并将该列及所有引用它的列改为 bigint。',
  'Changing the column’s type rewrites the table under an exclusive lock, so plan it.':
    '修改列类型会在排他锁下重写整个表，因此请做好计划。',
  'Until then a range nobody uses (for instance the negative numbers) can give new rows their numbers.':
    '在此之前，可以用无人使用的范围（例如负数）为新行编号。',
  'Check the indexes over text columns (amcheck), REINDEX CONCURRENTLY those, then ALTER DATABASE … REFRESH COLLATION VERSION.':
    '检查文本列上的索引（amcheck），对它们执行 REINDEX CONCURRENTLY，然后执行 ALTER DATABASE … REFRESH COLLATION VERSION。',
  'Refreshing the version alone only silences the warning.': '只刷新版本号只会消除警告。',
  'while its one sibling of {replicas} replicas logs nothing of the kind':
    '而另一个副本（共 {replicas} 个）的日志没有类似内容',
  '{kind} {name} fails since its release: {clause}, just as {revision} was rolled out at {part} ({ago}).':
    '{kind} {name} 自发布起失败：{clause}，正值 {revision} 发布（{part}，{ago}）之时。',
  'Look at what happened to {name:name} at {time} (host, network, kubelet log) before it comes again.':
    '在再次发生之前，查看 {name} 在 {time} 发生了什么（主机、网络、kubelet 日志）。',
  'Set targetPort of service {name:name} to {port:number}, or let the container listen on {other:number}.':
    '把服务 {name} 的 targetPort 设为 {port}，或让容器监听 {other}。',
  'Revision {revision:number} of {name} ran for {duration} before the alert; an older program would meet the same.':
    '{name} 的版本 {revision} 在告警之前已运行 {duration}；换回更旧的程序也会遇到同样的问题。',
  'Use INSERT … ON CONFLICT, or find who writes the same key twice.':
    '使用 INSERT … ON CONFLICT，或查明是谁重复写入同一个键。',
  'which fails because of {name:name}': '后者因 {name} 而失败',
} as const
