/** Statements that fail or weigh, as several findings speak of them. */
export const statementWords = {
  'auto_explain shows it: the planner expected {expected} {part} of {table}, and {actual} came.':
    'auto_explain 显示：规划器预计 {table} 返回 {expected} {part}，实际返回 {actual}。',
  row: '行',
  rows: '行',
  'This is a limit of the schema: every such write fails, from whatever release,':
    '这是表结构的限制：此类写入无论来自哪个版本都会失败，',
  'a sequence has reached the end of its range, so no new row gets a number': '序列已到达范围上限，新行得不到编号',
  '{value} until sequence and column are widened to bigint.': '{value}直到序列和列扩为 bigint。',
  'a number does not fit the type of its column': '数值超出其列的类型',
  '{value} until the column is widened{part}.': '{value}直到该列被扩宽{part}。',
  '(integer ends at 2147483647; bigint)': '（integer 上限为 2147483647；bigint）',
  'Widen the column to bigint or numeric, and look which number has grown so large.':
    '将该列扩为 bigint 或 numeric，并查看是哪个数值变得如此之大。',
  'a text is longer than its column allows': '文本超过其列允许的长度',
  'Widen the column, or cut the text in the application.': '扩宽该列，或在应用中截短文本。',
  'something is written to a server that only reads, as a standby does': '向只读的服务器（如备库）写入',
  'Writers belong to the primary.': '写入应发往主库。',
  'Let writers connect to the primary (target_session_attrs=read-write, the service of the primary), and look whether there was a failover.':
    '让写入方连接主库（target_session_attrs=read-write，主库的 Service），并查看是否发生过故障转移。',
  'a right on an object is missing': '缺少对某对象的权限',
  'Grant the role what it needs; look which migration or owner change took it away.':
    '授予该角色所需权限；查看是哪次迁移或属主变更把它收走的。',
  'a column that does not exist is asked for': '查询了不存在的列',
  'Bring program and schema together: run the missing migration, or go back to the release that fits.':
    '让程序与表结构一致：执行缺失的迁移，或回到匹配的版本。',
  'a table that does not exist is asked for': '查询了不存在的表',
  'a function that does not exist is called': '调用了不存在的函数',
  'Run the missing migration, or go back to the release that fits.': '执行缺失的迁移，或回到匹配的版本。',
  'a value has another type than its column': '值的类型与其列不同',
  'Bring program and schema together.': '让程序与表结构一致。',
  'a value that must be there is missing': '缺少必填的值',
  'Give the column a default, or go back to the release that fills it.': '给该列设默认值，或回到会填写它的版本。',
  'a key that is already there is written again': '重复写入已存在的键',
  'a row refers to one that is not there': '行引用了不存在的行',
  'Look at the order in which the application writes these rows.': '查看应用写入这些行的顺序。',
  'a value breaks a rule of its table': '值违反其表的约束',
  'Check the value in the application, or change the rule.': '在应用中检查该值，或修改约束。',
  'transactions that cannot be put in order are refused': '无法排序的事务被拒绝',
  'Retry on SQLSTATE 40001, and keep transactions short.': '遇到 SQLSTATE 40001 时重试，并保持事务简短。',
  'statements run into their timeout (statement_timeout)': '语句超时（statement_timeout）',
  'They take longer than they may; what makes them slow is the cause.': '它们耗时超过允许值；使其变慢的才是根因。',
  'Find what makes the statements slow: EXPLAIN (ANALYZE, BUFFERS), locks, load.':
    '找出语句变慢的原因：EXPLAIN (ANALYZE, BUFFERS)、锁、负载。',
  'a value cannot be read as its type': '值无法按其类型读取',
  'Check the value before it is sent.': '发送前检查该值。',
  'pid {pid} works with {processesOf} processes at once, this one with {processesOf2}.':
    'pid {pid} 同时使用 {processesOf} 个进程，此会话使用 {processesOf2} 个。',
  'It is {processesOf} of {processesAtWork} at work.': '它占 {processesAtWork} 个工作进程中的 {processesOf} 个。',
  ', which takes {percent} of the time of all statements': '，占全部语句时间的 {percent}',
  '{sessions} of {ofAll} working sessions run {quotedQuery}{counted}.':
    '{ofAll} 个工作会话中有 {sessions} 个在运行 {quotedQuery}{counted}。',
  'pid {pid} runs as long as it usually does ({lasting} on average in {calls} calls) and ends by itself.':
    'pid {pid} 的运行时长与平常相同（{calls} 次调用平均 {lasting}），会自行结束。',
  'Nothing shows that others are slow because of pid {pid}.': '没有迹象表明其他会话因 pid {pid} 而变慢。',
  'pid {pid} waits for the disk; nothing shows that it takes the CPU.':
    'pid {pid} 在等待磁盘；没有迹象表明它占用 CPU。',
  'the server lets nobody in from there (pg_hba.conf)': '服务器不允许从那里连接（pg_hba.conf）',
  'pg_hba.conf has no line for this address, role and database without encryption: the client has to use TLS, or a line is missing.':
    'pg_hba.conf 没有针对此地址、角色和数据库的未加密条目：客户端须使用 TLS，或缺少条目。',
  'pg_hba.conf has no line for this address, role and database; a fresh process meets the same rule.':
    'pg_hba.conf 没有针对此地址、角色和数据库的条目；新进程会遇到同样的规则。',
  'Add the line to pg_hba.conf and reload, or let the client connect from an address and with TLS (sslmode=require) as the rules ask for.':
    '在 pg_hba.conf 中添加条目并重新加载，或让客户端按规则要求的地址和 TLS（sslmode=require）连接。',
  'the server’s table of locks is full (max_locks_per_transaction)': '服务器的锁表已满（max_locks_per_transaction）',
  'A statement or a transaction locks more tables, partitions and indexes than there is room for; that room is shared by all sessions.':
    '某条语句或事务锁定的表、分区和索引超过了可用空间；该空间由所有会话共享。',
  'Let the statement touch fewer partitions (a condition the planner can prune by, smaller batches), or raise max_locks_per_transaction, which needs a restart of the server.':
    '让语句涉及更少的分区（规划器可裁剪的条件、更小的批次），或调高 max_locks_per_transaction（需要重启服务器）。',
  'a statement would write more temporary files than temp_file_limit allows':
    '语句要写的临时文件超过 temp_file_limit 的允许值',
  'The limit protects the disk; the statement sorts or joins too much for work_mem.':
    '该限制保护磁盘；语句的排序或连接超出了 work_mem。',
  'Look at the plan of the statement, and raise work_mem for it alone rather than the limit.':
    '查看该语句的执行计划，只为它调高 work_mem，而不是调高限制。',
  'the library of an extension is missing on the server': '服务器上缺少某扩展的库',
  'The database uses an extension whose files this server does not have, as after another image or a new major version.':
    '数据库使用的扩展在此服务器上没有文件，例如更换镜像或升级大版本之后。',
  'Install the extension’s package for this very version of the server, or go back to the image that had it.':
    '安装与此服务器版本一致的扩展包，或回到带有它的镜像。',
  'a prepared statement is not on the connection that it is used on': '预备语句不在使用它的连接上',
  'A pooler hands out another server connection with each transaction, and the driver believes it keeps its own.':
    '连接池每个事务分配不同的服务器连接，而驱动以为保持同一条。',
  'Switch prepared statements off in the driver (prepareThreshold=0, statement_cache_size=0), or let the pooler track them (PgBouncer max_prepared_statements) or pool by session.':
    '在驱动中关闭预备语句（prepareThreshold=0、statement_cache_size=0），或让连接池跟踪它们（PgBouncer max_prepared_statements），或改为会话级池化。',
  'a table was changed under statements that are prepared already': '表在已预备的语句之下被修改',
  'It passes when the connections are opened anew; a migration changed the columns while they were open.':
    '重新建立连接后即恢复；迁移在连接打开期间改动了列。',
  'data on the server’s disk is damaged or cannot be read': '服务器磁盘上的数据损坏或无法读取',
  'Nothing should be written, vacuumed or restarted before there is a copy of the files.':
    '在有文件副本之前，不应写入、vacuum 或重启。',
  'Stop writing, copy the data directory, check the disk, and restore from a backup or fail over to a standby.':
    '停止写入，复制数据目录，检查磁盘，并从备份恢复或故障转移到备库。',
  'statements give up waiting for a lock (lock_timeout)': '语句等待锁超时而放弃（lock_timeout）',
  'Somebody else holds the lock they need.': '它们需要的锁被其他会话持有。',
  'Find who holds the lock (lock_waits while it happens), and repeat the statement when it is free.':
    '找出锁的持有者（发生时查看 lock_waits），待锁释放后重试该语句。',
  'the server’s CPU': '服务器的 CPU',
  'the number of active sessions': '活跃会话数',
  'the server’s load': '服务器的负载',
  'transactions rose from {amount} to {amount2} per second at {clockTime}':
    '事务数在 {clockTime} 从每秒 {amount} 升至每秒 {amount2}',
} as const
