/** Replicas of a database, slots, archives. */
export const replication = {
  'The database server cannot archive its WAL, and what is not archived stays in pg_wal: {how}.':
    '数据库服务器无法归档其 WAL，未归档的内容留在 pg_wal 中：{how}。',
  'So it runs out of room: {sentence}': '因此空间将耗尽：{sentence}',
  'The way to the archive (its credentials, its bucket, its room) has to be mended by a person; a restart meets the same refusal, and the WAL goes by itself once it is archived.':
    '到归档的路径（凭据、存储桶、空间）须由人修复；重启仍会被拒绝，WAL 归档后会自行释放。',
  'Mend the archive (rights, credentials, bucket, room, network), and watch pg_stat_archiver: the server archives what waits and frees it.':
    '修复归档（权限、凭据、存储桶、空间、网络），并观察 pg_stat_archiver：服务器会归档等待的内容并释放空间。',
  'Grow the volume if there is no room left for the server to start.': '如果没有空间供服务器启动，则为卷扩容。',
  'Never delete files in pg_wal: what is not archived is lost to every later restore.':
    '绝不要删除 pg_wal 中的文件：未归档的内容会使之后的恢复丢失数据。',
  'the log says “{replace}” ({plural} since {clockTime})': '日志称“{replace}”（自 {clockTime} 起{plural}）',
  '{count:number} such line': '有 {count} 行',
  '{count:number} such lines': '有 {count} 行',
  'failures rose by {riseOf} in the last hours': '最近几小时失败次数增加了 {riseOf}',
  '{value:number} failures, the last of {value2} at {clockTime}, and nothing was archived since {part}':
    '失败 {value} 次，最近一次是 {value2}（{clockTime}），自{part}以来没有归档任何内容',
  'the statistics were reset': '统计信息重置',
  '{count:number} commit waits': '{count} 个提交等待',
  '{count:number} commits wait': '{count} 个提交等待',
  one: '一个',
  ', {percent} of the volume': '，占卷的 {percent}',
  'Replication slot {value} ({value2}{part}) is inactive{part2}: nobody reads it, and it keeps {bytes} of WAL in pg_wal{share} (wal_status {value3}{part3}).':
    '复制槽 {value}（{value2}{part}）不活动{part2}：无人读取它，它在 pg_wal 中保留了 {bytes} 的 WAL{share}（wal_status {value3}{part3}）。',
  'The WAL goes only when the slot is read or dropped.': '只有读取或删除该复制槽，WAL 才会释放。',
  ', no limit: max_slot_wal_keep_size is -1': '，没有限制：max_slot_wal_keep_size 为 -1',
  'This is why room runs out:': '这就是空间耗尽的原因：',
  'Dropping a slot cannot be undone and its reader would have to start anew, so a person who knows the reader decides.':
    '删除复制槽无法撤销，其读取方须从头开始，因此由了解读取方的人决定。',
  'Set max_slot_wal_keep_size, so that a forgotten slot cannot fill the disk.':
    '设置 max_slot_wal_keep_size，使被遗忘的复制槽不会填满磁盘。',
  'the query’s snapshot needs row versions that vacuum has removed on the primary':
    '查询的快照需要主库上已被 vacuum 清除的行版本',
  'Set hot_standby_feedback = on, so that the primary keeps the rows while they are read here (it swells by them), or raise max_standby_streaming_delay, so that replay waits longer (reads become older).':
    '设置 hot_standby_feedback = on，使主库在这里读取期间保留这些行（主库会因此膨胀），或调高 max_standby_streaming_delay，使回放等待更久（读到的数据更旧）。',
  'the query holds a lock that replay needs, as for DDL or for the truncation at the end of a vacuum':
    '查询持有回放所需的锁，如 DDL 或 vacuum 末尾的截断',
  'Raise max_standby_streaming_delay, and run DDL on the primary when no reports run; hot_standby_feedback does not help against locks.':
    '调高 max_standby_streaming_delay，并在没有报表运行时在主库上执行 DDL；hot_standby_feedback 对锁没有帮助。',
  'the query keeps a page pinned that replay has to change': '查询固定了回放需要修改的页',
  'Raise max_standby_streaming_delay on this standby.': '在此备库上调高 max_standby_streaming_delay。',
  'replay could not wait for the query any longer': '回放不能再等待该查询',
  'Set hot_standby_feedback = on, or raise max_standby_streaming_delay on this standby.':
    '设置 hot_standby_feedback = on，或在此备库上调高 max_standby_streaming_delay。',
  'Queries on a standby are cancelled by a conflict with recovery: {reason} (seen {plural} since {clockTime}, the last of {speakerOf}: “{wordsOf}”).':
    '备库上的查询因与恢复冲突而被取消：{reason}（自 {clockTime} 起{plural}，最近一次来自 {speakerOf}：“{wordsOf}”）。',
  'The replica works as it is configured{delay}; nothing on it is broken.': '副本按其配置工作{delay}；它没有任何故障。',
  '{count:number} time': '看到 {count} 次',
  'The server says: {line:said}': '服务器称：{line}',
  'The standby does what its settings say; which is worse, cancelled queries, older reads or a larger primary, is for its owners to weigh.':
    '备库按其设置行事；取消查询、读到旧数据还是主库变大，哪个更糟由其负责人权衡。',
  'A restart or a rollback changes nothing of it.': '重启或回滚都不会改变这一点。',
  'Let the application run the query again when it is cancelled (SQLSTATE 40001, or 57014 with this message), keep such queries shorter, or read from the primary.':
    '让应用在查询被取消时重试（SQLSTATE 40001，或带此消息的 57014），缩短此类查询，或从主库读取。',
  'The server counts {cancelled} of them.': '服务器统计了 {cancelled} 次。',
  'They rose by {riseOf} in the last hours.': '最近几小时增加了 {riseOf}。',
  '{lagSentence}: the WAL arrives in time, and replay cannot keep up with the writer.':
    '{lagSentence}：WAL 及时到达，但回放跟不上写入方。',
  'Ending a bulk change halfway costs its whole undoing and more WAL; whether it may wait is its owner’s decision.':
    '中途终止批量修改须付出全部回滚的代价和更多 WAL；能否等待由其负责人决定。',
  'Split the bulk change into batches with pauses, or let it run when stale reads do no harm; read from the primary meanwhile.':
    '把批量修改拆成有间隔的批次，或在读到旧数据无害时运行；期间从主库读取。',
  '{who} has been writing in one transaction for {lasting}: {quotedQuery}.':
    '{who} 已在一个事务中写入 {lasting}：{quotedQuery}。',
  'Most WAL ({bytes}) was written by {quotedQuery}, {calls} calls, {rows} rows.':
    '大部分 WAL（{bytes}）由 {quotedQuery} 写入，{calls} 次调用，{rows} 行。',
  '{lagSentence}: the WAL arrives in time and is applied late.': '{lagSentence}：WAL 及时到达，但应用较晚。',
  'Replica {value} applies the same WAL at once, so the reason lies with this standby, not with what is written.':
    '副本 {value} 立即应用同样的 WAL，因此原因在此备库，而不在写入的内容。',
  'The lag has kept to this length for {lasting}, as a delayed standby’s does.':
    '延迟已保持此长度 {lasting}，如同延迟备库。',
  'It works as designed: the environment context says of it "{words}"': '它按设计工作：环境信息对它的说明为 "{words}"',
  'That is longer than the delay that is meant: "{words}"': '这超过了有意设置的延迟："{words}"',
  'The delay is meant.': '该延迟是有意的。',
  'What holds up replay can be seen on the standby only, and nothing is changed there unseen.':
    '阻碍回放的原因只能在备库上看到，不会在看不到的情况下在那里做变更。',
  'Exclude this standby from the alert, or give it a limit above its delay.':
    '把此备库排除在告警之外，或给它高于其延迟的阈值。',
  'Ask {value} itself: recovery_min_apply_delay, pg_is_wal_replay_paused(), queries that conflict with replay (pg_stat_activity, max_standby_streaming_delay), and its disk.':
    '查看 {value} 本身：recovery_min_apply_delay、pg_is_wal_replay_paused()、与回放冲突的查询（pg_stat_activity、max_standby_streaming_delay）及其磁盘。',
  "{lagSentence}: most of it has not even been written on the standby, so the network between them or the standby's disk is slow, not replay.":
    '{lagSentence}：其中大部分甚至还没有写到备库，因此慢的是两者之间的网络或备库的磁盘，而不是回放。',
  '{lagSentence}: it was away and is catching up.': '{lagSentence}：它曾经离线，正在追赶。',
  'The standby of slot {value} is not connected and has left {bytes} of WAL unread: it is down, or cannot reach the primary.':
    '复制槽 {value} 的备库没有连接，有 {bytes} 的 WAL 未读：它已停机，或无法访问主库。',
  'No replica is connected to this primary: the standby is down, or cannot reach it.':
    '没有副本连接到此主库：备库已停机，或无法访问它。',
  'Replay was paused on this standby by hand{sentence}.': '此备库的回放被手动暂停{sentence}。',
  'This standby receives nothing from its primary: it has no WAL receiver{sentence}.':
    '此备库没有从主库接收任何内容：它没有 WAL 接收进程{sentence}。',
  '{bytes} received and not replayed': '已接收 {bytes} 未回放',
  'what it shows is {lasting} old': '其显示的数据已是 {lasting}前的',
  ', and max_standby_streaming_delay is -1, so it waits without end':
    '，且 max_standby_streaming_delay 为 -1，因此会无限等待',
  'Replay on this standby waits for a query of its own{sentence}: the replaying process stands at {conflict}{patience}.':
    '此备库的回放在等待它自己的查询{sentence}：回放进程停在 {conflict}{patience}。',
  '{who} has run for {lasting} (since {clockTime}), and its snapshot conflicts with what the primary has removed: {quotedQuery}.':
    '{who} 已运行 {lasting}（自 {clockTime}），其快照与主库已清除的内容冲突：{quotedQuery}。',
  'This standby is behind{sentence}, and {who} has run on it for {lasting} (since {clockTime}): {quotedQuery}.':
    '此备库落后{sentence}，而 {who} 已在其上运行 {lasting}（自 {clockTime}）：{quotedQuery}。',
  'Such a query can hold up replay; the replaying process was not seen to wait for it.':
    '这样的查询可能阻碍回放；但没有看到回放进程在等待它。',
  'What holds up the standby was not seen for certain; a person has to look at it and at the way to it.':
    '没有确切看到是什么阻碍了备库；须由人查看它以及到它的路径。',
  'The log says: {line:said}': '日志称：{line}',
  'Replay waits for pid {pid}; it goes on when that query ends.': '回放在等待 pid {pid}；该查询结束后会继续。',
  'Check the network and the disk of the standby, and its log.': '检查备库的网络和磁盘及其日志。',
  'Do not promote it while it is behind.': '落后期间不要提升它。',
} as const
