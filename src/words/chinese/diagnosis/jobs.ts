/** Jobs, schedules and queues. */
export const jobs = {
  'Whether it did all that was wanted of it is not shown.': '是否完成了全部所需的工作没有显示。',
  'Its pods are gone, and no log of theirs was found.': '其 Pod 已不存在，也没有找到它们的日志。',
  'The last its pod said, at {time}: "{wordsOf}".': '其 Pod 最后的输出（{time}）："{wordsOf}"。',
  '{name} was stopped{since} because it ran longer than it may (DeadlineExceeded): its deadline is {part}{run}.':
    '{name} 因运行时间超过允许值而被停止{since}（DeadlineExceeded）：其期限为 {part}{run}。',
  'Its pod was ended by the deadline; that it failed by itself is not shown.':
    '其 Pod 是被期限终止的；没有显示它自身失败。',
  'not shown': '未显示',
  '{bound} s ({duration}, activeDeadlineSeconds)': '{bound} 秒（{duration}，activeDeadlineSeconds）',
  'The Job has been stopped and is not tried again by itself; how long it may run is for its owner to decide.':
    '该 Job 已被停止，不会自行重试；可运行多久由其负责人决定。',
  'Find out what made {name} slower than its deadline allows (more work, or a slower dependency); then give it a longer activeDeadlineSeconds or less work a run, and run it again.':
    '查明 {name} 为何慢于其期限（工作量增多，或依赖变慢）；然后给它更长的 activeDeadlineSeconds 或减少每次的工作量，并重新运行。',
  ', and it had run for {duration} since {time}': '，它自 {time} 起已运行 {duration}',
  '{failed} of its pods count as failed, so part of that time went into tries before.':
    '它有 {failed} 个 Pod 计为失败，因此部分时间用在了之前的尝试上。',
  'of Job {name}': '（Job {name}）',
  'Pod {name}{of} works as designed: it has finished its work and succeeded{part}{part2}.':
    'Pod {name}{of} 按设计工作：它已完成工作并成功{part}{part2}。',
  'A pod that has completed does not run and is not ready any more, as it should be.':
    '已完成的 Pod 不再运行也不再就绪，这是正常的。',
  ', and the Job is complete': '，且该 Job 已完成',
  'It ended as it should; there is nothing to heal.': '它已正常结束；没有需要修复的内容。',
  'Leave pods that have finished (phase Succeeded, or owned by a Job) out of the rule of this alert.':
    '在此告警的规则中排除已完成的 Pod（phase 为 Succeeded，或属于 Job）。',
  '{name} failed{part}: {reason}{part2}.': '{name} 失败{part}：{reason}{part2}。',
  'The Job has given up, and deleting or restarting its pods does not make it try again; run it anew when the reason is cured.':
    '该 Job 已放弃，删除或重启其 Pod 不会使它重试；解决原因之后再重新运行。',
  'Cure what the last pod says ("{lineOf:said}"), then run the Job again.':
    '解决最后一个 Pod 所说的问题（"{lineOf}"），然后重新运行该 Job。',
  'Find out why the pods of {name} end, then run it again.': '查明 {name} 的 Pod 为何结束，然后重新运行。',
  'Job {namespace}/{name}{part}': 'Job {namespace}/{name}{part}',
  'Its pods are gone; the central log still has of them: "{saidWords}".':
    '其 Pod 已不存在；集中日志中仍有其记录："{saidWords}"。',
  'Its pods are gone, and no log of theirs was found, so why they failed cannot be read any more.':
    '其 Pod 已不存在，也没有找到它们的日志，因此已无法得知失败的原因。',
  'Its last pod {name} is {phase}{part}.': '其最后一个 Pod {name} 状态为 {phase}{part}。',
  'Its last pod {name} ended with exit code {exitCode}{part}': '其最后一个 Pod {name} 以退出码 {exitCode} 结束{part}',
  '{how}, and its last words are: "{wholeWords}".': '{how}，其最后的输出为："{wholeWords}"。',
  '{how}; it wrote no log.': '{how}；它没有写日志。',
  '{name} failed{part} ({reason}), but a later run, {name2}, has succeeded{part2}.':
    '{name} 失败{part}（{reason}），但之后的运行 {name2} 已成功{part2}。',
  'It has recovered; the failed Job only remains as a record.': '它已恢复；失败的 Job 只作为记录保留。',
  'What ended it then: "{lineOf:said}".': '当时导致其结束的是："{lineOf}"。',
  'The work has been done by a later run.': '工作已由之后的运行完成。',
  'Remove the failed Job {name} to silence the alert, when nobody needs its record.':
    '没有人需要其记录时，删除失败的 Job {name} 以消除告警。',
  'CronJob {namespace}/{name} (schedule {schedule}) is suspended (spec.suspend is true), so it starts no runs.':
    'CronJob {namespace}/{name}（计划 {schedule}）已暂停（spec.suspend 为 true），因此不会启动运行。',
  'It last ran {part}{part2}.': '它最近一次运行于{part}{part2}。',
  'at a time nobody recorded': '没有记录的时间',
  'and last succeeded at {time}': '，最近一次成功于 {time}',
  'Somebody suspended it; whether it may run again is for its owner to say.':
    '是有人暂停了它；能否再次运行由其负责人决定。',
  'Resume CronJob {name} (set suspend to false) if the reason for stopping it is over, and run what was missed.':
    '如果暂停的原因已消除，恢复 CronJob {name}（把 suspend 设为 false），并补上错过的运行。',
  'CronJob {namespace}/{name} (schedule {schedule}) starts no runs: {reason}, "{message:said}"':
    'CronJob {namespace}/{name}（计划 {schedule}）不启动运行：{reason}，"{message}"',
  'Its controller has given up counting missed starts; deleting Jobs does not change that.':
    '其控制器已放弃计算错过的启动；删除 Job 不会改变这一点。',
  'Set startingDeadlineSeconds of CronJob {name} or correct its schedule, and start what was missed by hand.':
    '为 CronJob {name} 设置 startingDeadlineSeconds 或更正其计划，并手动启动错过的运行。',
  'CronJob {namespace}/{name} (schedule {schedule}) starts no new runs because its run {name2} is still active{part}: "{message:said}" ({count} times).':
    'CronJob {namespace}/{name}（计划 {schedule}）不启动新的运行，因为其运行 {name2} 仍在进行{part}："{message}"（{count} 次）。',
  'since {time} ({ago})': '，自 {time} 起（{ago}）',
  'Whether the run may be ended without losing its work is for its owner to say.':
    '能否在不丢失其工作的情况下结束该运行，由其负责人决定。',
  'See why run {name} does not end; give the Job an activeDeadlineSeconds so that one cannot hold up the rest.':
    '查看运行 {name} 为何没有结束；为该 Job 设置 activeDeadlineSeconds，使一次运行不会挡住其余的。',
  'Job {namespace}/{name} is suspended (spec.suspend is true), so it runs no pods and does not complete.':
    'Job {namespace}/{name} 已暂停（spec.suspend 为 true），因此没有运行 Pod，也不会完成。',
  'Somebody, or a queue, suspended it; whether it may run is for its owner to say.':
    '是有人或某个队列暂停了它；能否运行由其负责人决定。',
  'Resume Job {name} if the reason for stopping it is over.': '如果暂停的原因已消除，恢复 Job {name}。',
  '{kind} {namespace}/{name} does not complete although its work is done: in pod {name2} container {name3} completed with exit code 0{when}, while side-car container {names} is still running and keeps the pod alive.':
    '{kind} {namespace}/{name} 的工作已完成却没有结束：Pod {name2} 中的容器 {name3} 已以退出码 0 完成{when}，而边车容器 {names} 仍在运行，使 Pod 保持存活。',
  'Meanwhile {kind} {name} skips its next runs, and will go on so: "{message:said}" (last at {time}).':
    '同时 {kind} {name} 跳过了后续运行，并会一直如此："{message}"（最近于 {time}）。',
  'The work is done; ending the pod would make the Job run it a second time.':
    '工作已完成；结束该 Pod 会使 Job 再运行一次。',
  'Let {names} end with the work: make it an init container with restartPolicy Always, or have container {name} tell it to quit.':
    '让 {names} 随工作一起结束：把它改为 restartPolicy 为 Always 的 init 容器，或让容器 {name} 通知它退出。',
  'on all {lags} partitions of {queue} evenly': '，{queue} 的全部 {lags} 个分区均匀积压',
  'The consumer': '消费者',
  'Its consumers have no capacity left: {loads}, evenly.': '其消费者已没有余量：{loads}，且分布均匀。',
  'Its consumers are not at their CPU limit ({loads}), so they wait for something else.':
    '其消费者没有达到 CPU 上限（{loads}），因此在等待其他东西。',
  '{who} falls behind {where}: its lag grew to {amount} in all{part}.':
    '{who}落后{where}：其积压总计增至 {amount}{part}。',
  'Compare what comes in with what one consumer can do, and size their number for the peak.':
    '比较流入量与单个消费者的处理能力，按峰值确定其数量。',
  'The consumers could not be seen.': '看不到消费者。',
  'What is taken up is handed back: {again:name} went from {from} to {to}, and {done:name} from {before} to {after}.':
    '取出的又被退回：{again} 从 {from} 变为 {to}，{done} 从 {before} 变为 {after}。',
  'The same few are handed back and taken up again: more consumers would only turn them faster.':
    '同样的几条不断被退回又取出：增加消费者只会让它们转得更快。',
  'They are to be taken out of the queue.': '应把它们从队列中取出。',
  'The consumers are not busy themselves, so more of them would not help.': '消费者自身并不繁忙，增加数量没有帮助。',
  'There are {partitions} partitions and {replicas} consumers; one more would have nothing to read.':
    '有 {partitions} 个分区和 {replicas} 个消费者；再增加一个也无内容可读。',
  'All partitions fall behind and all consumers of {name} are at their CPU limit.':
    '所有分区都在积压，{name} 的所有消费者都达到 CPU 上限。',
} as const
