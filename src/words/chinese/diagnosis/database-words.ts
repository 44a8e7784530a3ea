/** Sessions, locks, replicas and the doings of a database server, as several findings speak of them. */
export const databaseWords = {
  'the alert fired at {clockTime}': '告警于 {clockTime} 触发',
  'Whoever took the lock is gone: {address} is an address of pods (node {text}, {range}), no pod of any namespace has it now, and the session has been silent since before the others began to wait.':
    '持有该锁的一方已不存在：{address} 是 Pod 地址（节点 {text}，{range}），现在任何命名空间都没有 Pod 使用它，且该会话在其他会话开始等待之前就已沉默。',
  'the lock they want': '它们等待的锁',
  'advisory lock {object}': '咨询锁 {object}',
  'the {locktype} lock they want': '它们等待的 {locktype} 锁',
  'row locks in {relation} ({mode})': '{relation} 的行锁（{mode}）',
  'It is idle and in no transaction: such a lock belongs to the session and stays until it is given back on this very connection or the connection ends.':
    '它空闲且不在事务中：这种锁属于会话，直到在同一连接上释放或连接结束才会放开。',
  'What waits has to outlast every transaction that is older, whatever it has touched.':
    '等待者必须等所有更早的事务结束，无论它们碰过什么。',
  'would free nobody': '不会释放任何会话',
  'would let {part} go on{undone}{heldUpAgain}': '会让{part}继续{undone}{heldUpAgain}',
  them: '它们',
  '{freed:number} of them': '其中 {freed} 个',
  'pid {pid} stands in the middle of the chain: {plural} for it, but it waits for {value} itself; ending it instead of {pid2} {outcome}.':
    'pid {pid} 处于等待链中间：{plural}它，但它自己在等待 {value}；若终止它而不是 {pid2}，{outcome}。',
  '{count:number} session waits': '{count} 个会话等待',
  '{count:number} sessions wait': '{count} 个会话等待',
  'and undo its work': '并撤销其工作',
  ', but {pid} would hold up the next that wants the same': '，但 {pid} 会挡住下一个想要同一锁的会话',
  ', but leave {pid} where it is': '，但 {pid} 仍会留在原处',
  '{lasting} (replay_lag {value} s)': '{lasting}（replay_lag {value} 秒）',
  ', write_lag {value} s, flush_lag {value2} s': '，write_lag {value} 秒，flush_lag {value2} 秒',
  'Replica {value} at {value2} ({state}) is {part} behind in replay{before}':
    '位于 {value2} 的副本 {value}（{state}）回放落后 {part}{before}',
  'an unknown amount': '未知的量',
  'Its reader is {name} ({part})': '其读取方是 {name}（{part}）',
  'of the environment context': '见环境信息',
  '{part} pod {namespace}/{name}': '{part} Pod {namespace}/{name}',
  'By its name its reader is': '从名称看，其读取方是',
  ', which runs in': '，运行于',
  'Bring {name} back to work: it reads on where it stopped, and the WAL goes.':
    '让 {name} 恢复工作：它会从中断处继续读取，WAL 随之释放。',
  'the reader': '读取方',
  '; its log said{since}: "{words}"': '；其日志{since}称："{words}"',
  'the log': '日志',
  'a base backup': '基础备份',
  'Take base backups from a replica, or limit them (pg_basebackup --max-rate).':
    '从副本做基础备份，或限制其速率（pg_basebackup --max-rate）。',
  'Run the backup at a quieter hour or on a replica, with fewer jobs at once.':
    '在较空闲的时段或在副本上运行备份，并减少并发任务数。',
  'an index build': '索引构建',
  'Build indexes at a quieter hour, with fewer max_parallel_maintenance_workers; one that is broken off leaves an invalid index.':
    '在较空闲的时段构建索引，并减少 max_parallel_maintenance_workers；中途中断会留下无效索引。',
  'an autovacuum against wraparound': '防回卷的 autovacuum',
  'It must come to its end; slow it down with autovacuum_vacuum_cost_delay rather than stop it.':
    '它必须执行完；宁可用 autovacuum_vacuum_cost_delay 放慢，也不要停止它。',
  'a VACUUM FULL': 'VACUUM FULL',
  'Rewrite tables only in hours without use.': '只在无人使用的时段重写表。',
  'Spread vacuum over time: vacuum_cost_delay, autovacuum_vacuum_cost_limit, lower scale factors for the largest tables.':
    '把 vacuum 分散开：vacuum_cost_delay、autovacuum_vacuum_cost_limit，并为最大的表调低 scale factor。',
  'an ANALYZE': 'ANALYZE',
  'Lower default_statistics_target or run it at a quieter hour.':
    '调低 default_statistics_target，或在较空闲的时段运行。',
  'a rewrite of a table': '表重写',
  'an export': '数据导出',
  'Run exports on a replica or at a quieter hour.': '在副本上或较空闲的时段运行导出。',
  ', {percent} of it done': '，已完成 {percent}',
  ', {bytes} so far': '，目前 {bytes}',
  'It is at “{phase}”{part}{amount}.': '当前处于“{phase}”{part}{amount}。',
  'the disk is full (No space left on device)': '磁盘已满（No space left on device）',
  'Make room on the volume or grow it, then start the server; do not delete files in pg_wal.':
    '在卷上腾出空间或扩容，然后启动服务器；不要删除 pg_wal 中的文件。',
  'a server process was killed with signal 9, as the kernel does when memory runs out':
    '一个服务器进程被信号 9 杀死，内存耗尽时内核会这样做',
  'Lower work_mem, shared_buffers or the number of connections, or give the server more memory.':
    '降低 work_mem、shared_buffers 或连接数，或给服务器更多内存。',
  'it was started as root, which PostgreSQL refuses': '它以 root 启动，PostgreSQL 会拒绝',
  'Let the container run as the postgres user (securityContext.runAsUser).':
    '让容器以 postgres 用户运行（securityContext.runAsUser）。',
  'it may not use its data directory (ownership or permissions)': '它无权使用自己的数据目录（属主或权限）',
  'Give the data directory back to the postgres user with mode 0700 (fsGroup, an init container).':
    '把数据目录归还给 postgres 用户并设为 0700（fsGroup 或 init 容器）。',
  'its data was written by another major version': '其数据由另一个大版本写入',
  'Start the version that wrote the data, or run pg_upgrade.': '启动写入这些数据的版本，或运行 pg_upgrade。',
  'it stopped with a PANIC, which means damaged or missing files': '它因 PANIC 停止，意味着文件损坏或缺失',
  'Restore from a backup or fail over; do not run pg_resetwal without a copy of the files.':
    '从备份恢复或故障转移；没有文件副本之前不要运行 pg_resetwal。',
  'a server process crashed': '一个服务器进程崩溃',
  'Look for the statement the log names beside the crash, and for an extension or a bug of this version.':
    '查看日志中崩溃旁边提到的语句，以及扩展或该版本的缺陷。',
  'another server already runs on this address or data directory': '该地址或数据目录上已有另一个服务器在运行',
  'Find the other postmaster before starting this one.': '启动之前先找到另一个 postmaster。',
  'its configuration is wrong': '其配置有误',
  'Put the changed setting back.': '把改动的设置改回来。',
  'it was shut down on request, as an administrator or a failover does': '它是应请求关闭的，如管理员操作或故障转移',
  'Ask who shut the primary down, and whether the failover was meant.': '询问是谁关闭了主库，以及故障转移是否有意。',
  'pid {pid:number} ({names:value})': 'pid {pid}（{names}）',
  '{floor:number} min': '{floor} 分钟',
} as const
