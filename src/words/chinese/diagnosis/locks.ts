/** Who waits for whom in a database. */
export const locks = {
  '{countSentence}{part}: transactions lock the same rows in opposite order{tablesSentence}, and PostgreSQL has already resolved each deadlock by aborting one of the two.':
    '{countSentence}{part}：事务以相反的顺序锁定相同的行{tablesSentence}，PostgreSQL 已通过中止其中之一解决了每个死锁。',
  ', and it has not risen for {lasting}': '，且 {lasting}内没有再增加',
  'Whether anybody waits for a lock now could not be seen.': '看不到现在是否有会话等待锁。',
  '{speakerOf} logged at {at}: {line:said}': '{speakerOf} 于 {at} 记录：{line}',
  'The server ends the victim of a deadlock itself; there is no session left to end.':
    '死锁的牺牲者由服务器自行终止；没有会话可终止。',
  'Let the application lock rows in one order (for example by ascending key) and retry on SQLSTATE 40P01.':
    '让应用按同一顺序锁定行（例如按键升序），并在 SQLSTATE 40P01 时重试。',
  '{plural} counted in {datname}': '{datname} 中计有{plural}',
  '{count:number} deadlock was': '{count} 个死锁',
  '{count:number} deadlocks were': '{count} 个死锁',
  'the counter rose by {riseOf} in the last hours': '最近几小时计数器增加了 {riseOf}',
  '{plural} logged': '日志中有{plural}',
  'Deadlocks were reported': '有死锁报告',
  'Nobody waits for a lock now, so there is nothing to end.': '现在没有会话等待锁，因此没有可终止的。',
  'No ring of waiters stands now, so there is no deadlock to end.': '现在没有循环等待，因此没有可终止的死锁。',
  '{plural} idle in transaction for more than a minute ({applicationsOf}); {part}, {who}, has its transaction open for {lasting} (since {clockTime}) and has done nothing for {lasting2}.':
    '{plural}事务中空闲超过一分钟（{applicationsOf}）；{part} {who} 的事务已打开 {lasting}（自 {clockTime}），且已 {lasting2} 没有任何动作。',
  'Its last statement is {quotedQuery}.': '其最后一条语句是 {quotedQuery}。',
  '{count:number} session is': '{count} 个会话',
  '{count:number} sessions are': '{count} 个会话',
  'the oldest': '最早的',
  'the oldest that harms others': '影响他人的最早的',
  'It blocks nobody, and vacuum does not wait for it.': '它没有阻塞任何会话，vacuum 也不等待它。',
  'It belongs to a backup or upkeep; none of its workers is seen at work.':
    '它属于备份或维护；没有看到其工作进程在工作。',
  'The application holds transactions open while it does something else.': '应用在做其他事情时让事务保持打开。',
  'pid {pid}': 'pid {pid}',
  'Ending it rolls back what it left open.': '终止它会回滚其未提交的内容。',
  'The sessions block nobody and vacuum does not wait for them, so ending them is not worth the risk.':
    '这些会话没有阻塞任何人，vacuum 也不等待它们，终止它们不值得冒险。',
  'See whether the backup or upkeep of role {usename} still goes on; set no timeout for that role, which would end every run.':
    '查看角色 {usename} 的备份或维护是否仍在进行；不要为该角色设置超时，否则每次运行都会被终止。',
  'Move calls to other services out of the transaction.': '把对其他服务的调用移出事务。',
  'Set idle_in_transaction_session_timeout for this role.': '为此角色设置 idle_in_transaction_session_timeout。',
  'pid {pid} blocks nobody; nothing shows that the alert comes from it.':
    'pid {pid} 没有阻塞任何会话；没有迹象表明告警由它引起。',
  'It blocks {plural}.': '它阻塞了{plural}。',
  '{count:number} session': '{count} 个会话',
  '{count:number} sessions': '{count} 个会话',
  'It keeps row versions that vacuum could otherwise free{part}.': '它保留了 vacuum 本可回收的行版本{part}。',
  '({value} transactions back)': '（落后 {value} 个事务）',
  'Nothing is ended automatically.': '不会自动终止任何会话。',
  'Let {who} finish; {who2} goes on by itself then.': '让 {who} 完成；之后 {who2} 会自行继续。',
  'An index build that is broken off leaves an invalid index.': '中途中断的索引构建会留下无效索引。',
  'Let {who} finish, then run {quotedQuery} again with a lock_timeout of a few seconds, so that it gives up instead of holding up everybody.':
    '让 {who} 完成，然后以数秒的 lock_timeout 重新运行 {quotedQuery}，使它放弃而不是挡住所有会话。',
  ', and so {part:word} {heads}': '，{heads} 也是如此',
  'together with {partners}': '与 {partners} 一起',
  '{plural} behind pid {pid}': '{plural}在 pid {pid} 之后',
  '{count:number} session queues': '{count} 个会话排队',
  '{count:number} sessions queue': '{count} 个会话排队',
  'and what the {queued} that were looked at want': '而所查看的 {queued} 个会话想要的',
  'although what they want': '尽管它们想要的',
  '{who} has waited {lasting} (since {clockTime}) for {wanted}: {quotedQuery}{more}.':
    '{who} 已等待 {lasting}（自 {clockTime}），想要{wanted}：{quotedQuery}{more}。',
  'It waits for {who2}, which holds {heldLock}{together} and must be let finish: {quotedQuery2}.':
    '它在等待 {who2}，后者{together}持有 {heldLock}，必须让其完成：{quotedQuery2}。',
  '{them} {wishes} does not conflict with what pid {pid} holds: only the queue holds them up.':
    '{them}，{wishes}与 pid {pid} 持有的锁并不冲突：只是队列挡住了它们。',
  '{plural} for pid {pid} itself.': '{plural} pid {pid} 本身。',
  '{count:number} other waits': '另有 {count} 个等待',
  '{count:number} others wait': '另有 {count} 个等待',
  '{heads} sessions queue for strong locks.': '{heads} 个会话在排队等待强锁。',
  'pid {pid} may have done much of its work already, which would be lost.':
    'pid {pid} 可能已完成大部分工作，终止会使其丢失。',
  'pid {pid} has changed data in the same transaction, which would be undone; its owner has to agree.':
    'pid {pid} 在同一事务中修改了数据，终止会撤销它们；须经其负责人同意。',
  'at least {queued} of the {all} sessions': '{all} 个会话中至少 {queued} 个',
  'pid {pids} still {part:word} for the lock and {part2:word} changed nothing yet; without {part3:word} {behind} behind go on at once.':
    'pid {pids} 仍在等待锁，尚未做任何修改；没有它，其后的{behind}会立即继续。',
  '{statement} {part:word} {names}, not ready, {part2:word} among those that wait.':
    '{statement}{names} 未就绪，也在等待者之中。',
  'The same program waits for a lock of its own, as replicas do that elect a leader; whether its holder still works a person has to see.':
    '同一程序在等待它自己的锁，如同副本选举主节点；其持有者是否仍在工作须由人查看。',
  'pid {pid} has used its connection since the others began to wait, or not long ago, so it may still need its lock; whether it does a person has to see.':
    'pid {pid} 在其他会话开始等待之后或不久之前还用过其连接，可能仍需要该锁；是否如此须由人查看。',
  'pid {pid} has done nothing on its connection since it took the lock, as a leader or one at work elsewhere does; whether it still needs it a person has to see.':
    'pid {pid} 自取得锁后在其连接上没有任何动作，如同主节点或在别处工作的进程；是否仍需要该锁须由人查看。',
  'Set lock_timeout for schema changes and idle_in_transaction_session_timeout for applications.':
    '为表结构变更设置 lock_timeout，为应用设置 idle_in_transaction_session_timeout。',
  'Take such locks with pg_advisory_xact_lock, or lock and unlock on one connection that the pool does not hand out between.':
    '用 pg_advisory_xact_lock 取这类锁，或在连接池不会中途分配给他人的同一连接上加锁和解锁。',
  'Do not end the index build: one that is broken off leaves an invalid index, which has to be dropped.':
    '不要终止索引构建：中途中断会留下无效索引，必须删除。',
  'Grant our login pg_monitor, so that it can see who holds the lock.':
    '授予我们的登录 pg_monitor，以便看到锁的持有者。',
  'Decide whether {who} can be stopped; everybody behind it goes on then.':
    '决定是否可以停止 {who}；之后其后的所有会话都会继续。',
  'Let {who} finish, and keep statements that need a stronger lock away until then.':
    '让 {who} 完成，在此之前不要运行需要更强锁的语句。',
  ', in a transaction open for {lasting} (since {clockTime})': '，事务已打开 {lasting}（自 {clockTime}）',
  'is active': '处于活动状态',
  ', and holds {heldLock}': '，并持有 {heldLock}',
  '{who} {state}{open}{held}: {plural} for it{what}, {part}for {lasting}.':
    '{who} {state}{open}{held}：{plural}它{what}，{part}已 {lasting}。',
  'It waits for nobody itself, so it is the root blocker.': '它自身不等待任何会话，因此是阻塞的根源。',
  'the longest': '最久的',
  'Its {part} is {quotedQuery}': '其{part}是 {quotedQuery}',
  statement: '语句',
  'last statement': '最后一条语句',
  '{shown}, which does not touch that table: the lock was taken earlier in the same transaction.':
    '{shown}，它并不涉及该表：锁是在同一事务中更早取得的。',
  '{value} sessions hold the lock together.': '{value} 个会话共同持有该锁。',
  'Together with it {partners} {part:word} up the same sessions; all of them have to end.':
    '{partners} 与它一起挡住同样的会话；它们都必须结束。',
  'pid {roots} {part} of the lock waits; ending {part2:word} {part3} and frees the {plural} behind.':
    'pid {roots} {part}；终止它会{part3}，并释放其后的{plural}。',
  'are the roots': '是锁等待的根源',
  'is the root': '是锁等待的根源',
  'gives its lock back': '归还其锁',
  'rolls back the open transaction': '回滚未提交的事务',
  'for {mode} on {relation}': '等待 {relation} 上的 {mode}',
  '{who} has waited longest, {lasting}{wanted}: {quotedQuery}.': '{who} 等待最久，{lasting}{wanted}：{quotedQuery}。',
  '{waits}, behind {who}, whose transaction was {value} s old.': '{waits}，在 {who} 之后，其事务已持续 {value} 秒。',
  'Whoever held the lock has let it go before anybody could be ended.': '持锁者在终止任何会话之前已释放锁。',
  'Nobody has waited long enough to end anybody for it.': '没有会话等待得足够久，不值得为此终止任何会话。',
  'Alert on how long sessions wait for locks instead of how many do; spread writes over several rows where one is hot.':
    '改为对会话等待锁的时长而不是数量告警；写入集中于某行时分散到多行。',
  '{plural} for a lock{part}, the longest for {value} s: brief contention on rows that many write':
    '{plural}锁{part}，最久 {value} 秒：多方写入同一些行的短暂争用',
  'No action is needed unless it lasts.': '除非持续，否则无需操作。',
  'Seconds later {part}.': '数秒之后{part}。',
  'This is normal, and no action is needed.': '这是正常现象，无需操作。',
  'nobody waited any more': '已没有会话等待',
  'others waited, and nobody for long': '有其他会话等待，但都不久',
  '{nameOf} holds locks for which {plural}.': '{nameOf} 持有锁，{plural}它。',
  'It belongs to no session, so no session can be ended to free them.':
    '它不属于任何会话，因此无法通过终止会话来释放。',
  'Whether a prepared transaction is to be committed or rolled back only its transaction manager knows.':
    '预备事务应提交还是回滚，只有其事务管理器知道。',
  'Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED by hand.':
    '询问事务管理器的负责人，然后手动执行 COMMIT PREPARED 或 ROLLBACK PREPARED。',
  '“{gid}” of {owner}, prepared {clockTime},': '{owner} 的“{gid}”（{clockTime} 预备）',
  'A prepared transaction': '一个预备事务',
  'Prepared transaction {value}': '预备事务 {value}',
  'One of {all} prepared transactions ({names})': '{all} 个预备事务之一（{names}）',
  '(it waits for {value} {value2})': '（等待 {value} {value2}）',
  'Run {name} of CronJob {namespace}/{name2}': 'CronJob {namespace}/{name2} 的运行 {name}',
  '{run} (pod {name}, {podIP}, started {ago})': '{run}（Pod {name}，{podIP}，启动于{ago}）',
} as const
