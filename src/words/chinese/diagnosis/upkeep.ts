/** Vacuum, freezing, checkpoints, growth. */
export const upkeep = {
  'replication slot {value} keeps it': '复制槽 {value} 保留着它',
  'it cannot be archived': '它无法归档',
  'Most WAL comes from {quotedQuery} ({bytes} since the statistics were reset).':
    '大部分 WAL 来自 {quotedQuery}（自统计信息重置以来 {bytes}）。',
  'It fills the disk only because {keeper}.': '它填满磁盘只是因为{keeper}。',
  'The writer is not the cause.': '写入方不是根因。',
  '{relation:name} is {bytes} large.': '{relation} 大小为 {bytes}。',
  '{part}: {quotedQuery}, {calls} calls, {rows} rows, {bytes} of WAL ({percent} of all).':
    '{part}：{quotedQuery}，{calls} 次调用，{rows} 行，WAL {bytes}（占全部的 {percent}）。',
  'The disk is filled by one writer': '磁盘被一个写入方填满',
  'Most of what is written to disk comes from one writer': '写入磁盘的大部分内容来自一个写入方',
  'What is written is somebody’s data; only its owner can slow it down or throw old rows away.':
    '写入的是别人的数据；只有其负责人能减慢写入或清除旧行。',
  'Slow the writer down or archive old rows (partitions), and grow the volume before it is full.':
    '减慢写入或归档旧行（分区），并在卷填满之前扩容。',
  '{holderSentence}: vacuum may neither remove nor freeze anything younger, in no table.':
    '{holderSentence}：在任何表中 vacuum 都不能清除或冻结比它更新的内容。',
  'Vacuum frees nothing before.': '在此之前 vacuum 不会释放任何内容。',
  '{relation:name} has {value} dead rows beside {value2} live ones.':
    '{relation} 有 {value} 个死元组，{value2} 个活元组。',
  '{name} carries {value} dead rows beside {value2} live ones ({percent} dead{part}), because vacuum is late: {lastSentence}.':
    '{name} 有 {value} 个死元组，{value2} 个活元组（死元组占 {percent}{part}），因为 vacuum 滞后：{lastSentence}。',
  'Autovacuum is due and has not come yet.': 'autovacuum 已到期但还没有来。',
  'A plain VACUUM frees the {value} dead rows while reads and writes go on.':
    '普通 VACUUM 可释放 {value} 个死元组，期间读写照常进行。',
  'about {bytes}, {percent} of the disk': '约 {bytes}，占磁盘的 {percent}',
  'Dead rows take {share}, which runs out of room: {sentence} Freed rows make room for new ones; the file itself does not shrink.':
    '死元组占用 {share}，空间将耗尽：{sentence}释放的行可供新行使用；文件本身不会缩小。',
  'No old snapshot stands in the way, so a plain VACUUM can free them.': '没有旧快照阻碍，普通 VACUUM 即可释放它们。',
  'A plain VACUUM frees them, except what died since {name} took its snapshot{part}.':
    '普通 VACUUM 可释放它们，但自 {name} 取得快照{part}以来死亡的除外。',
  'it was never vacuumed since statistics were reset': '自统计信息重置以来从未 vacuum',
  'the last {part} was {lasting} ago ({clockTime})': '上次 {part} 在 {lasting}前（{clockTime}）',
  'Autovacuum is switched off for this table{own}.': '对此表关闭了 autovacuum{own}。',
  'Autovacuum begins only at {value} dead rows{own}, so it stays away.':
    'autovacuum 要到 {value} 个死元组才开始{own}，因此一直没有来。',
  'All {workers} autovacuum workers are busy with other tables.':
    '全部 {workers} 个 autovacuum 工作进程都在忙于其他表。',
  'Nobody who could be ended holds the snapshot.': '持有该快照的会话都不可终止。',
  'Nobody is seen to read {relname}, so nothing shows that its dead rows make others slow.':
    '没有看到有人读取 {relname}，因此没有迹象表明其死元组使他人变慢。',
  '{holderSentence} and so keeps': '{holderSentence}，因此使',
  'Somebody who could not be seen holds a snapshot {value} transactions back and so keeps':
    '某个看不到的会话持有落后 {value} 个事务的快照，因此使',
  '{who} vacuum from removing dead rows: {relation:name} has {value} dead rows ({percent} of all) although it was vacuumed{part}.':
    '{who} vacuum 无法清除死元组：{relation} 有 {value} 个死元组（占全部的 {percent}），尽管已被 vacuum{part}。',
  'Vacuum alone frees nothing while that snapshot is held.': '只要该快照被持有，单靠 vacuum 不会释放任何内容。',
  'pid {pid} holds the oldest snapshot; without it vacuum can free the rows.':
    'pid {pid} 持有最老的快照；没有它 vacuum 就能释放这些行。',
  'Frees the dead rows once nobody needs them any more.': '在没人再需要死元组之后释放它们。',
  ', before the alert of {clockTime}': '，早于 {clockTime} 的告警',
  'Beside it {others} {part}.': '与其同时{part}的还有 {others}。',
  '{percent} of the sessions at work wait for the disk ({name}).': '{percent} 的工作会话在等待磁盘（{name}）。',
  'Nothing shows how much of the slowness is its doing.': '没有迹象表明变慢有多少是它造成的。',
  'The likely load is {what}: {who} has been at it for {lasting} (since {clockTime}{alerted}): {quotedQuery}.':
    '可能的负载是{what}：{who} 已进行 {lasting}（自 {clockTime}{alerted}）：{quotedQuery}。',
  'Nobody waits for a lock.': '没有会话等待锁。',
  '{plural} for locks, none of them for it.': '{plural}锁，但都不是在等它。',
  '{toUpperCase}{what} is not ended for being load: what is broken off has to begin anew, and leaves the work undone.':
    '{toUpperCase}{what}不会因为造成负载而被终止：中断后必须重新开始，工作仍未完成。',
  'If the service cannot wait, let its owner decide whether it may be stopped.':
    '如果服务不能等待，由其负责人决定是否可以停止。',
  '{what} (pid {pid:number})': '{what}（pid {pid}）',
  'upkeep of the server': '服务器维护',
  'The long transaction is {kind}: {who} has been at it for {lasting} (since {clockTime}): {quotedQuery}.':
    '长事务是{kind}：{who} 已进行 {lasting}（自 {clockTime}）：{quotedQuery}。',
  'It blocks nobody.': '它没有阻塞任何会话。',
  'It works as intended and should be let finish; no action is needed.': '它按预期工作，应让其完成；无需操作。',
  'It should be let finish.': '应让其完成。',
  'Ending it would throw away the work it has done, and nobody waits for it.':
    '终止它会丢弃已完成的工作，而且没有人在等待它。',
  'Exempt role {usename} from this alert, or run it on a replica.':
    '将角色 {usename} 排除在此告警之外，或在副本上运行。',
  'A timeout for idle transactions or statements would end every such run.':
    '为空闲事务或语句设置超时会终止每次这样的运行。',
  'of the backup': '（备份的）',
  'It is not the oldest: {who} has a transaction open for {lasting}.': '它不是最早的：{who} 的事务已打开 {lasting}。',
  'That is so long that it may hang; somebody should see whether it still goes on.':
    '时间之长说明它可能卡住；应有人查看它是否仍在进行。',
  'It waits for its client to take what it sends; somebody should see whether that still goes on.':
    '它在等待客户端接收其发送的内容；应有人查看是否仍在进行。',
  'It is idle in transaction because it leads: it keeps the snapshot by which':
    '它处于事务中空闲是因为它是主会话：它保持着快照，供',
  'By the same snapshot': '依据同一快照',
  '{idles} {plural} of the same client {part} (pid {workers}), such as {quotedQuery}.':
    '{idles}同一客户端的{plural}{part}（pid {workers}），例如 {quotedQuery}。',
  '{count:number} other session': '其他 {count} 个会话',
  '{count:number} other sessions': '其他 {count} 个会话',
  'Vacuum frees nothing of {relation:name} ({value} dead rows): it came, and said at {clockTime} that they are not removable yet: “{line:said}”.':
    'vacuum 对 {relation}（{value} 个死元组）没有释放任何内容：它来过，并在 {clockTime} 称它们还不能清除：“{line}”。',
  'Somebody still holds an old snapshot; no session, slot or prepared transaction that was seen does.':
    '仍有人持有旧快照；但所看到的会话、复制槽或预备事务都没有。',
  'Another vacuum frees nothing before whoever holds the old snapshot has let go.':
    '在持有旧快照的一方放手之前，再次 vacuum 不会释放任何内容。',
  'Look for the holder: backend_xmin in pg_stat_replication (a standby with hot_standby_feedback, whose query ends there), xmin in pg_replication_slots, pg_prepared_xacts, and transactions of other databases of the server.':
    '查找持有者：pg_stat_replication 中的 backend_xmin（启用 hot_standby_feedback 的备库，其查询须在那里结束）、pg_replication_slots 中的 xmin、pg_prepared_xacts，以及服务器其他数据库的事务。',
  'Autovacuum begins at {value} dead rows, which is not reached.': 'autovacuum 在 {value} 个死元组时开始，尚未达到。',
  '{name} is healthy: {value} dead rows beside {value2} live ones ({percent}).':
    '{name} 正常：{value} 个死元组，{value2} 个活元组（{percent}）。',
  'There is nothing a vacuum would free, so nothing is wrong and no action is needed.':
    'vacuum 没有可释放的内容，因此没有异常，无需操作。',
  'The table has hardly any dead rows.': '该表几乎没有死元组。',
  'Alert on the share of dead rows rather than on the time since the last vacuum.':
    '改为对死元组的比例告警，而不是对距上次 vacuum 的时间。',
  'an unknown table': '未知的表',
  'No table could be seen.': '看不到任何表。',
  '{part}: {name} has not been frozen for {value} transactions (database age {age} of {value2} at most).':
    '{part}：{name} 已有 {value} 个事务没有冻结（数据库年龄 {age}，上限 {value2}）。',
  'Transaction id wraparound comes near': '事务 id 回卷临近',
  'Freezing is late, which ends in transaction id wraparound': '冻结滞后，最终会导致事务 id 回卷',
  'Let autovacuum freeze {name} again: reset autovacuum_enabled and autovacuum_freeze_max_age.':
    '让 autovacuum 重新冻结 {name}：重置 autovacuum_enabled 和 autovacuum_freeze_max_age。',
  'Never VACUUM FULL for this.': '绝不要为此运行 VACUUM FULL。',
  '{holderSentence}: nothing younger can be frozen, however often vacuum comes.':
    '{holderSentence}：无论 vacuum 来多少次，比它更新的内容都不能冻结。',
  'Its own options keep autovacuum away: {options}.': '其自身的选项使 autovacuum 不处理它：{options}。',
  'autovacuum_freeze_max_age was raised to {freezeAge}, so autovacuum begins late.':
    'autovacuum_freeze_max_age 被调高到 {freezeAge}，因此 autovacuum 开始得晚。',
  'Autovacuum should have frozen it at {freezeAge}.': 'autovacuum 本应在 {freezeAge} 时冻结它。',
  'A plain VACUUM of that table freezes it.': '对该表运行普通 VACUUM 即可冻结。',
  '{relation:name} is being vacuumed right now (pid {pid}, {phase}); it should be let finish.':
    '{relation} 正在被 vacuum（pid {pid}，{phase}）；应让其完成。',
  '{relation:name} is a table of the system; a superuser has to vacuum it.':
    '{relation} 是系统表；须由超级用户 vacuum。',
  'Freezes the old rows of {table} while reads and writes go on.': '冻结 {table} 的旧行，期间读写照常进行。',
  '{who} holds the snapshot behind which nothing can be frozen.': '{who} 持有的快照使其后的内容都不能冻结。',
  'checkpoints come too often': '检查点过于频繁',
  'checkpoints were requested {riseOf} times in the last hours because more WAL is written than max_wal_size holds':
    '最近几小时请求了 {riseOf} 次检查点，因为写入的 WAL 超过了 max_wal_size',
  'the log says that {complaint}': '日志称{complaint}',
  '{who} writes since {clockTime}: {quotedQuery}': '{who} 自 {clockTime} 起在写入：{quotedQuery}',
  '{quotedQuery} has run for {lasting} (pid {pid})': '{quotedQuery} 已运行 {lasting}（pid {pid}）',
  '{percent} of the sessions wait for buffers or the log ({name})': '{percent} 的会话在等待缓冲区或日志（{name}）',
  '{part} slows the server: {parts}.': '{part}使服务器变慢：{parts}。',
  'A checkpoint and IO storm': '检查点与 IO 风暴',
  'An IO storm': 'IO 风暴',
  'The CPU load is a symptom of it.': 'CPU 负载是其表象。',
  'Checkpoints protect the data and what is written is somebody’s; a person sets max_wal_size or slows the writer down.':
    '检查点保护数据，写入的是别人的内容；由人设置 max_wal_size 或减慢写入方。',
  'Vacuum and checkpoints protect the data and are never ended; sessions of applications only suffer.':
    'vacuum 和检查点保护数据，绝不会被终止；应用的会话只是受影响的一方。',
  'Write in smaller batches, or spread the writing over hours when fewer suffer.':
    '以更小的批次写入，或把写入分散到影响较小的时段。',
  'Raise max_wal_size and checkpoint_timeout, spread vacuum (autovacuum_vacuum_cost_limit), and give the disk more throughput.':
    '调高 max_wal_size 和 checkpoint_timeout，分散 vacuum（autovacuum_vacuum_cost_limit），并提高磁盘吞吐。',
} as const
