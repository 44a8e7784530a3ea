/** The database server itself. */
export const server = {
  ': it was made with collation version {before}, and the operating system provides {now}':
    '：它以排序规则版本 {before} 创建，而操作系统提供的是 {now}',
  'The server reports a collation version mismatch since {clockTime} at least{versions}.':
    '服务器至少自 {clockTime} 起报告排序规则版本不一致{versions}。',
  'The order of texts changed under the indexes, as with a new image or operating system: until they are rebuilt (REINDEX), lookups by text may miss rows and unique keys may let duplicates in.':
    '索引所依据的文本顺序发生了变化，如更换镜像或操作系统：在重建（REINDEX）之前，按文本查找可能漏行，唯一键可能放入重复值。',
  'Rebuilding indexes takes locks and time, and duplicates have to be looked for first; a person plans it.':
    '重建索引需要锁和时间，且须先查找重复值；由人规划。',
  'Or go back to the image with the operating system of before until that is planned.':
    '或在规划之前回到原操作系统的镜像。',
  'Only its exporter still reports pg_up 0: that one cannot reach it, or has a wrong login.':
    '只有其 exporter 仍报告 pg_up 0：它无法访问，或登录有误。',
  'Its log says "{wordsOf}".': '其日志称 "{wordsOf}"。',
  'The database server is up: it answers and serves {sessions} sessions of {value} usable now.':
    '数据库服务器在运行：它有应答，现有 {sessions} 个会话，可用 {value} 个。',
  'Nothing needs to be started.': '无需启动任何内容。',
  'The server answers.': '服务器有应答。',
  'Look at the exporter: its address, its login, its log.': '查看 exporter：其地址、登录、日志。',
  'Look for a restart or a cut line at the time of the alert.': '查看告警时刻是否有重启或断线。',
  'The database server{nameOf} is down: {value}.': '数据库服务器{nameOf} 已停机：{value}。',
  'pg_up is 0': 'pg_up 为 0',
  'connecting fails ({error:said})': '连接失败（{error}）',
  'The log tells why: {cause}, at {clockTime}: “{line:said}”.': '日志说明了原因：{cause}，{clockTime}：“{line}”。',
  'Its log, as far as it could be seen, does not tell why.': '就所能看到的，其日志没有说明原因。',
  'A server that stopped for a reason stops again for the same reason, so starting it anew does not help.':
    '因某原因停止的服务器会因同样的原因再次停止，重新启动没有帮助。',
  'Read the last lines of the server’s own log and of its pod’s previous container.':
    '查看服务器自身日志的最后几行，以及其 Pod 前一个容器的日志。',
  'Table {absent}, which the alert speaks of, is not in {database}.': '告警提到的表 {absent} 不在 {database} 中。',
  'The database is quiet now: {numbersOf}.': '数据库现在很平静：{numbersOf}。',
  'Whatever the alert saw has passed.': '告警所见的问题已过去。',
  'Nothing hinders the server now.': '现在没有什么阻碍服务器。',
  'Turn on log_lock_waits and pg_stat_statements, so that the next time leaves a trace.':
    '打开 log_lock_waits 和 pg_stat_statements，以便下次留下痕迹。',
  'Nothing that stands out in the database explains the alert: {numbersOf}.':
    '数据库中没有明显异常能解释告警：{numbersOf}。',
  'nobody waits for a lock, the longest running statement is {value} s old, {sessions} of {value2} connections are taken ({percent}), and no transaction idles for a minute':
    '没有会话等待锁，运行最久的语句已 {value} 秒，{value2} 个连接中已占用 {sessions} 个（{percent}），没有事务空闲超过一分钟',
  'The database server was restarted {lasting} ago ({clockTime}) and is healthy now: it answers and serves {sessions} sessions.':
    '数据库服务器于 {lasting}前（{clockTime}）重启，现已正常：它有应答，现有 {sessions} 个会话。',
  'It has recovered; nothing needs to be started.': '它已恢复；无需启动任何内容。',
  'Before that {cause}: “{line:said}”.': '在此之前{cause}：“{line}”。',
  'Why it stopped could not be seen.': '看不到它为何停止。',
  'The server has come back by itself.': '服务器已自行恢复。',
  'Read the log from before the restart for the cause.': '查看重启之前的日志以找到根因。',
} as const
