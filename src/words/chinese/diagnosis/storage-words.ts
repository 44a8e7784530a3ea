/** Room, dead rows and snapshots, as several findings speak of them. */
export const storageWords = {
  '{relation:name} is being vacuumed right now (pid {pid}, {phase}); a second vacuum would only wait.':
    '{relation} 正在被 vacuum（pid {pid}，{phase}）；再次 vacuum 只会等待。',
  'pid {pid} holds a lock on the table that a vacuum would have to wait for.':
    'pid {pid} 持有该表的锁，vacuum 必须等待它。',
  '({percent} of {bytes})': '（{bytes} 的 {percent}）',
  'fell from {bytes} to {bytes2}': '从 {bytes} 降至 {bytes2}',
  'stands at {bytes}': '为 {bytes}',
  'Free disk space {fell}{share}.': '可用磁盘空间{fell}{share}。',
  '{value} transactions back': '落后 {value} 个事务',
  'Replication slot {value} ({part}) {part2}': '复制槽 {value}（{part}）{part2}',
  active: '活动',
  inactive: '不活动',
  'keeps the rows of the catalogue (catalog_xmin) {back}': '保留系统目录的行（catalog_xmin），{back}',
  'holds a snapshot {back}{part}': '持有快照，{back}{part}',
  ', as its standby asks for with hot_standby_feedback': '，这是其备库通过 hot_standby_feedback 要求的',
  'Standby {part} at {value} (walsender pid {pid}) passes on the snapshot of its oldest query with hot_standby_feedback and so holds one {back}':
    '位于 {value} 的备库 {part}（walsender pid {pid}）通过 hot_standby_feedback 传递其最老查询的快照，因而持有一个{back}的快照',
  'without a name': '（无名称）',
  'Prepared transaction “{gid}” of {owner}, prepared {clockTime} and neither committed nor rolled back since, holds a snapshot {back}':
    '{owner} 的预备事务“{gid}”于 {clockTime} 预备，此后既未提交也未回滚，持有快照，{back}',
  '{sessionOf}, {state} in a transaction open for {lasting} (since {clockTime}){query}, holds a snapshot {back}':
    '{sessionOf}，{state}，事务已打开 {lasting}（自 {clockTime}）{query}，持有快照，{back}',
  'slot {value}': '复制槽 {value}',
  'prepared transaction “{gid}”': '预备事务“{gid}”',
  '{shown} {part:word} the same xmin only because {part2}; ending {part3} frees nothing.':
    '{shown} 的 xmin 相同，只是因为{part2}；终止{part3}不会释放任何东西。',
  'that transaction is still open': '那个事务仍未结束',
  'it was there before they began': '它们开始之前它就已存在',
  it: '它',
  '{partners} {part:word} the same snapshot.': '{partners} 持有同一快照。',
  'Who holds it could not be seen, and those who have inherited it are not to be ended.':
    '看不到是谁持有它，而继承了它的会话不应终止。',
  'It is let go on the standby, where the query runs; its connection and its slot are never ended from here.':
    '它要在运行该查询的备库上释放；其连接和复制槽绝不会从这里终止。',
  'A replication slot is dropped only by a person who knows that its reader will not come back.':
    '复制槽只能由确知其读取方不会回来的人删除。',
  'Only its transaction manager knows whether a prepared transaction is to be committed.':
    '预备事务是否应提交，只有其事务管理器知道。',
  'pid {pid} runs upkeep or a backup, which should finish.': 'pid {pid} 在运行维护或备份，应让它完成。',
  'pid {pid} is changing data; ending it would undo all it has done, so its owner has to agree.':
    'pid {pid} 正在修改数据；终止它会撤销其全部工作，须经其负责人同意。',
  '{value} sessions hold the same snapshot, and ending one of them would free nothing.':
    '{value} 个会话持有同一快照，终止其中一个不会释放任何东西。',
  'Its snapshot reaches back to {behind}, which keeps no rows of this database by itself.':
    '其快照可回溯到{behind}，而后者本身并不保留本数据库的任何行。',
  'the transaction of {name} in database {datname}': '数据库 {datname} 中 {name} 的事务',
  'While {behind} is open, every snapshot taken here reaches back to it':
    '只要{behind}未结束，在此获取的每个快照都会回溯到它',
  '{reach}, {value} transactions, and so keeps': '{reach}（落后 {value} 个事务），因此使',
  'Whoever looks at this database next holds as much while {behind} is open.':
    '只要{behind}未结束，下一个查询本数据库的会话也会同样持有。',
  'Look for the owner of that transaction id in pg_prepared_xacts, in other databases and on standbys with hot_standby_feedback.':
    '在 pg_prepared_xacts、其他数据库以及启用 hot_standby_feedback 的备库上查找该事务 id 的所有者。',
  'Look on standby {value} for its oldest query (pg_stat_activity there) and let it end, or set hot_standby_feedback = off there.':
    '在备库 {value} 上查找其最老的查询（那里的 pg_stat_activity）并让它结束，或在那里设置 hot_standby_feedback = off。',
  'See why the reader of slot {value} does not confirm what it has read: pg_replication_slots.confirmed_flush_lsn stands still.':
    '查看复制槽 {value} 的读取方为何不确认已读内容：pg_replication_slots.confirmed_flush_lsn 停滞不前。',
  "Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED '{gid}' by hand.":
    "询问事务管理器的负责人，然后手动执行 COMMIT PREPARED 或 ROLLBACK PREPARED '{gid}'。",
  'Alert on the age of pg_prepared_xacts; set max_prepared_transactions to 0 where nobody needs them.':
    '对 pg_prepared_xacts 的存续时长设告警；没人需要时将 max_prepared_transactions 设为 0。',
  'Set idle_in_transaction_session_timeout, keep long reports on a replica, and watch max(age(backend_xmin)).':
    '设置 idle_in_transaction_session_timeout，把长报表放到副本上，并监控 max(age(backend_xmin))。',
  'replication slots': '复制槽',
  'prepared transactions': '预备事务',
  none: '无',
  'The oldest snapshots compared, in transactions back: {ages}.': '最老快照的比较（落后的事务数）：{ages}。',
  'is full': '已满',
  'fills up': '正在填满',
  'The volume of claim {claim} {state}: {bytes} of {bytes2} are free ({percent}){shrinking}.':
    '存储声明 {claim} 的卷{state}：{bytes2} 中剩余 {bytes}（{percent}）{shrinking}。',
  'The server has stopped (pg_up is 0).': '服务器已停止（pg_up 为 0）。',
  'max_wal_size is {inUnits}': 'max_wal_size 为 {inUnits}',
  '{quotedQuery} writes most of the WAL ({bytes}, {percent} of what was counted){who}':
    '{quotedQuery} 写入了大部分 WAL（{bytes}，占统计量的 {percent}）{who}',
  ', run by {value}': '，由 {value} 运行',
} as const
