/** What the lenses saw, and whom it points to. */
export const lenses = {
  'Consider a step by hand at {kind} {name}: {why} It is not proposed: {refusal}':
    '可考虑在 {kind} {name} 上手动处理：{why}没有提议，因为：{refusal}',
  'Job {namespace}/{name} was started at {clockTime}': 'Job {namespace}/{name} 启动于 {clockTime}',
  'what it changed was not seen': '没有看到改了什么',
  '{kind} {name}: revision {revision} was rolled out at {clockTime} ({what})':
    '{kind} {name}：版本 {revision} 发布于 {clockTime}（{what}）',
  '{kind} {name}, which {user} reads, was written at {clockTime}{part}':
    '{user} 读取的 {kind} {name} 写入于 {clockTime}{part}',
  ', after its pod had started': '，在其 Pod 启动之后',
  '{kind} {name} was written at {clockTime}{part}{held}': '{kind} {name} 写入于 {clockTime}{part}{held}',
  '{reason:reason} of {kind:object} {name:name} at {part}: {message:said}':
    '{part} {kind} {name} 的 {reason}：{message}',
  '{who} was last measured at {clockTime}, at {say}, and is gone since':
    '{who} 最后一次测得于 {clockTime}，值为 {say}，此后消失',
  '{who} is measured since {clockTime} and stands at {say}': '{who} 自 {clockTime} 起有数据，现为 {say}',
  '{who} went from {say} to {say2} at {clockTime}{part}': '{who} 在 {clockTime} 从 {say} 变为 {say2}{part}',
  ', now {say}': '，现为 {say}',
  '{who} stands at {say}': '{who} 为 {say}',
  '(it fires at {operator} {threshold})': '（触发条件为 {operator} {threshold}）',
  "The alert's own figure{labels} {own}{bound}": '告警自身的指标{labels} {own}{bound}',
  'went from {say} to {say2} at {clockTime}, now {say3}': '在 {clockTime} 从 {say} 变为 {say2}，现为 {say3}',
  'two lenses': '两个视角',
  'two sources': '两个来源',
  'it began after the trouble or at no known minute': '它在问题之后才开始，或开始时间未知',
  'nothing ties it to the alert': '没有任何内容把它与告警联系起来',
  'only others tie it to the alert': '它只通过其他对象与告警相关联',
  'it does not explain what the alert complains of': '它不能解释告警所指的问题',
  'nothing says that the alert means this server': '没有任何信息表明告警指的是这台服务器',
  'only one kind of fact tells of it': '只有一类事实提到它',
  'only one source tells of it': '只有一个来源提到它',
  'others are borne out as well': '其他的也得到证实',
  'its facts are weaker': '其事实较弱',
  '{lens}: this lens failed on what was seen ({message:said}).': '{lens}：此视角在所见内容上失败（{message}）。',
  '(and {others} more of its series alike)': '（另有 {others} 个序列相同）',
  '{fact} (and {others:number} more of its series alike)': '{fact}（另有 {others} 个序列相同）',
  '{name:name}{labels} is {value:figure}, {part}{part2}': '{name}{labels} 为 {value}，{part}{part2}',
  '{name}{labels} stands at {value} of {value2} ({name2}){part}':
    '{name}{labels} 为 {value2}（{name2}）中的 {value}{part}',
  '; it was {value} until {clockTime}': '；在 {clockTime} 之前为 {value}',
  '{name:value}{labels} alone stands at {value}; its {others} siblings stand at {range}':
    '只有 {name}{labels} 为 {value}；其他 {others} 个为 {range}',
  '{least:amount} to {most:amount}': '{least} 到 {most}',
  '{name}{labels} stood at {value} in the pods of {owner} that ended and stands at {value2} in those that came in their place at {clockTime}':
    '{name}{labels} 在 {owner} 已结束的 Pod 中为 {value}，在 {clockTime} 接替它们的 Pod 中为 {value2}',
  '{name}{labels}: {label:name} went from {label2:name} to {label3:name} at {clockTime}':
    '{name}{labels}：{label} 在 {clockTime} 从 {label2} 变为 {label3}',
  'says{since}, {count} times and never before': '{since}说过 {count} 次，此前从未出现',
  'says far more often{since} ({value} times, before {before})': '{since}远比以前频繁（{value} 次，此前 {before} 次）',
  'says ({count} times)': '说过（{count} 次）',
  ', last at {clockTime}': '，最近于 {clockTime}',
  '{kind:object} {name:name}: {reason:reason} ({times:number} times{when}): {message:said}':
    '{kind} {name}：{reason}（{times} 次{when}）：{message}',
  '{kind:object} {name:name}: {reason:reason} (once{when}): {message:said}':
    '{kind} {name}：{reason}（1 次{when}）：{message}',
  'container {name:name} waits ({reason:reason})': '容器 {name} 在等待（{reason}）',
  'container {name:name} waits ({reason:reason}: {message:said})': '容器 {name} 在等待（{reason}：{message}）',
  'no reason': '没有原因',
  'container {name} ended with {reason}, exit code {exitCode}': '容器 {name} 以 {reason} 结束，退出码 {exitCode}',
  'Pod {name} is {phase} and not ready: {nodes:said} nodes are available: {why:said}':
    'Pod {name} 状态为 {phase} 且未就绪：“{nodes} nodes are available: {why}”',
  'Pod {name} is {phase} and not ready{part}{part2}': 'Pod {name} 状态为 {phase} 且未就绪{part}{part2}',
  ', restarted once': '，重启 1 次',
  ', restarted {restartCount} times': '，重启 {restartCount} 次',
  '{type:reason} is {status:reason} ({reason:reason}: {message:said})': '{type} 为 {status}（{reason}：{message}）',
  'What the alert tells of is over: {told}{why}.': '告警所说的情况已经结束：{told}{why}。',
  '; what it fires on looks further back': '；告警所用的窗口比这更长',
  ', and {told}': '，且 {told}',
  '{who} since {clockTime} (it had left it at {clockTime2}, at worst {say})':
    '{who}，自 {clockTime} 起（于 {clockTime2} 偏离，最差为 {say}）',
  '{name}{labels} is back to normal at {say}': '{name}{labels} 已恢复正常，为 {say}',
  'its figure': '其指标',
  '{name}{labels} began to count anew from zero at {clockTime}, as a counter does when its process is started again: that it fell is no loss, and only an expression that does not forgive a reset (rate and increase do) fires on it.':
    '{name}{labels} 于 {clockTime} 重新从零计数，进程重新启动时计数器都会如此：数值下降不是丢失，只有不容忍重置的表达式（rate 和 increase 能容忍）才会因此触发。',
  'People wrote beforehand: "{words:said}".': '人们事先写道：“{words}”。',
  'It may be meant to be so, for it was announced: {announced}.': '这可能是有意为之，因为事先有说明：{announced}。',
  '{speaker} wrote at {moment}: "{words:said}"': '{speaker} 于 {moment} 写道：“{words}”',
  'it is cordoned': '它已被封锁',
  'Node {name:name}: it is cordoned': '节点 {name}：它已被封锁',
  '{kind:object} {name:name}: {type:reason} is {status:reason} ({reason:reason}: {message:said})':
    '{kind} {name}：{type} 为 {status}（{reason}：{message}）',
  '{records} of the {used} pods that the quota counts are records of evicted ones; without them the new pod fits.':
    '配额统计的 {used} 个 Pod 中有 {records} 个是被驱逐的记录；去掉它们新 Pod 就能容纳。',
  'All {replicas} replicas of {name} are full, at the limit of their capacity ({text}), since the load rose ({text2}), and nobody else is complained of.':
    '{name} 的全部 {replicas} 个副本自负载上升（{text2}）以来都已满负荷（{text}），且没有其他对象被抱怨。',
  '{name} stands at {value} in each; it was {from} before': '每个副本的 {name} 都是 {value}；此前为 {from}',
  '{name} stands at {value} in each, and {bound:said}; it was {from} before':
    '每个副本的 {name} 都是 {value}，而 {bound}；此前为 {from}',
  '{move}, where its siblings went to {value}': '{move}，而其他副本已变为 {value}',
  '{who} has its transaction open for {lasting}, since the trouble began, while all others last seconds; {waiting} of the {others} others at work wait for {event:said}.':
    '{who} 的事务已打开 {lasting}，自问题开始时起，而其他事务只持续数秒；其余 {others} 个工作中的会话里有 {waiting} 个在等待 {event}。',
  '{who} has its transaction open for {lasting}, since the trouble began, while all others last seconds; it holds rows of {table}, and with it {fact}.':
    '{who} 的事务已打开 {lasting}，自问题开始时起，而其他事务只持续数秒；它持有 {table} 的行锁，同时 {fact}。',
  'all its replicas are full since it began': '自问题开始以来其所有副本都已满负荷',
  '{name} alone differs from its siblings since the trouble began ({signs}); they bear the load meanwhile, and a new process begins without what it holds.':
    '自问题开始以来只有 {name} 与其他副本不同（{signs}）；期间由其他副本承担负载，新进程会重新开始而不带它所持有的状态。',
  'it alone says "{words:said}"': '只有它报出“{words}”',
  'the errors of others name it': '其他对象的错误点名指向它',
  'But nothing that the alert is about runs on {node}.': '但告警所涉及的对象都不在 {node} 上运行。',
  'But those who wait for pid {pid} ({names}) have nothing to do with whom the alert names.':
    '但等待 pid {pid} 的程序（{names}）与告警所指的对象无关。',
  'Nothing is changed for it here.': '在此不为它做任何变更。',
  'But more speaks for another step than for that one.': '但更多迹象支持另一步骤，而不是这一步骤。',
  'But much speaks for another step: {says}.': '但也有许多迹象支持另一步骤：{says}。',
  'A person should choose between them.': '应由人在二者之间选择。',
  'Nothing is changed for a trial that was announced; whoever announced it decides.':
    '对事先宣布的测试不做任何变更；由宣布者决定。',
  'Nothing is changed for what is over.': '对已经结束的情况不做任何变更。',
  'it alone differs since it began': '自问题开始以来只有它不同',
  '{name} alone among its siblings differs, and what runs on it suffers; closed to new pods it does no more harm.':
    '同类中只有 {name} 不同，其上运行的内容受到影响；封锁之后它不会再造成损害。',
  '{name} started before Secret {name2} was written and is refused since; a new process reads the new one.':
    '{name} 在 Secret {name2} 写入之前启动，此后被拒绝；新进程会读取新的内容。',
  "the alert's words and the facts agree on {owner}": '告警的用词与事实都指向 {owner}',
  'The trouble began at {onset} UTC, shortly after this revision of {name} ({changes}), and nothing else was changed then.':
    '问题始于 {onset} UTC，就在 {name} 的此版本（{changes}）之后不久，当时没有其他变更。',
  'it was released where the alert is, right before it began': '就在问题开始之前，它在告警所在之处发布',
  'its figures changed with what was done to it, right before it began': '就在问题开始之前，其指标随对它的操作而变化',
  'As many as may be changed at once come first; {from} is the aim.': '先按一次允许的最大数量调整；目标是 {from}。',
  '{name} was scaled from {from} to {to} shortly before the trouble began at {onset} UTC, and nothing else was changed then.':
    '{name} 在问题于 {onset} UTC 开始之前不久从 {from} 伸缩到 {to}，当时没有其他变更。',
  'The alert names nobody by a label; its words ({names}) were looked for, and nothing that was listed bears them.':
    '告警没有用标签点名任何对象；已按其用词（{names}）查找，所列对象中没有与之同名的。',
  'The alert names nobody by a label; its words led to {names}.': '告警没有用标签点名任何对象；其用词指向 {names}。',
  'Next to it: {beside}.': '其次：{beside}。',
  'No known situation fits.': '没有已知情形符合。',
  'What was seen points to {entity}: {facts}.': '所看到的内容指向 {entity}：{facts}。',
  'Nothing that was seen is tied to the alert; what stands out is {entity}: {facts}.':
    '所看到的内容都与告警没有关联；其中最突出的是 {entity}：{facts}。',
  'This is what was seen, not a proven cause; a person should look before anything is changed.':
    '这是所看到的内容，不是已证实的根因；在做任何变更之前应由人查看。',
  'Look at {entity} first{part}.': '先查看 {entity}{part}。',
  ', then at {entity}': '，然后查看 {entity}',
  'Around {at} nothing moved there.': '{at} 前后那里没有变动。',
  'Whether anything moved there around {at} could not be seen.': '无法看到 {at} 前后那里是否有变动。',
  'Nothing is newly said there.': '那里没有新的输出。',
  'What is newly said there could not be seen.': '无法看到那里新的输出。',
  'Nothing was changed there.': '那里没有变更。',
  'What was changed there could not be seen.': '无法看到那里的变更。',
  'Around {at} nothing moved there, nothing is newly said and nothing was changed.':
    '{at} 前后那里没有变动，没有新的输出，也没有变更。',
  'Both are told, and neither is proven.': '两者都已列出，均未证实。',
  '{reason}, so nothing should be changed before a person has looked.': '{reason}，因此在人查看之前不应做任何变更。',
  '{entity} ({clipped}; against it: {hypothesis})': '{entity}（{clipped}；反对的理由：{hypothesis}）',
  'What was seen around the alert points to {entity} rather than to {name}':
    '告警周围所看到的内容更指向 {entity} 而不是 {name}',
  'What was seen around the alert points to {entity} rather than to {name}: {fact}':
    '告警周围所看到的内容更指向 {entity} 而不是 {name}：{fact}',
  '{fact} (and {others:number} more alike)': '{fact}（另有 {others} 条相同）',
  'On {name:name} is written "{mark:said}"': '{name} 上写着“{mark}”',
  'Node {name:name} alone has {marks:said}': '只有节点 {name} 有 {marks}',
  'Node {name:name} came {duration} ago, long after all others': '节点 {name} 在 {duration}前加入，远晚于其他所有节点',
  'Pod {name:name} started before {read}, which it reads, was written at {clockTime}; {count:number} of its siblings started after that':
    'Pod {name} 在其读取的 {read} 于 {clockTime} 写入之前启动；其他副本中有 {count} 个在那之后启动',
  'Service {name:name} sends to the pods of {names}: its selector ({selector:said}) matches the labels of each':
    'Service {name} 把请求发给 {names} 的 Pod：其选择器（{selector}）与每一个的标签都匹配',
  'Job {name:name} of CronJob {owner:name} is still running after {duration}':
    'CronJob {owner} 的 Job {name} 在 {duration}之后仍在运行',
  'Job {name:name} of CronJob {owner:name} (schedule {schedule:said}) is still running after {duration}':
    'CronJob {owner}（计划 {schedule}）的 Job {name} 在 {duration}之后仍在运行',
  'Job {name:name} of CronJob {owner:name} (schedule {schedule:said}) is still running after {duration}, which last succeeded {ago}':
    'CronJob {owner}（计划 {schedule}，最近一次成功于{ago}）的 Job {name} 在 {duration}之后仍在运行',
  '{who} is {state:said} in a transaction open for {lasting}: “{query}”':
    '{who} 处于 {state}，其事务已打开 {lasting}：“{query}”',
  '{name:value}{labels} alone stands at {value}; its one sibling stands at {range}':
    '只有 {name}{labels} 为 {value}；另一个为 {range}',
  'container {names} beside it still runs': '与其同在的容器 {names} 仍在运行',
  'But {entity} complains of {accused}, which would answer an older revision no better.':
    '但 {entity} 报错所指的是 {accused}，旧版本得到的回应不会更好。',
  'But {entity} names {ticket}, of which people wrote beforehand: it was released on purpose.':
    '但 {entity} 提到了 {ticket}，而人们事先已写明此事：这次发布是有意为之。',
  'But {fellow}, which was not released, complains in the same words as {entity}.':
    '但未发布过的 {fellow} 也报出与 {entity} 相同的错误。',
  'But something else was written since its release, nearer to the trouble ({written:said}).':
    '但在其发布之后、更接近故障发生时另有内容被写入（{written}）。',
  'But {pod}, which still runs the revision before, complains in the same words.':
    '但仍在运行旧版本的 {pod} 也报出相同的错误。',
  'But {entity} had said the same before its release: "{words:said}".':
    '但 {entity} 在发布之前就说过同样的话：“{words}”。',
  'But what {entity} complains of was told from outside at the same time ({told:said}).':
    '但 {entity} 报错所涉及的情况，外部在同一时间也已告知（{told}）。',
  'But {entity} waits for a lock that {holder} holds, and an older revision would wait as well.':
    '但 {entity} 在等待 {holder} 持有的锁，旧版本同样会等待。',
  'But what {entity} complains of had happened before its release ({older:said}).':
    '但 {entity} 报错所涉及的情况在其发布之前就已发生（{older}）。',
  'But all who suffer stand on {host}, and their siblings elsewhere are well.':
    '但所有受影响者都在 {host} 上，其他节点上的同类副本均正常。',
  'But only those who call {entity} from {caller} meet it; others are answered as before.':
    '但只有从 {caller} 调用 {entity} 的一方遇到该问题；其他调用方一切如常。',
  'Undoing that release would not help.': '撤销该发布不会有帮助。',
  'of all figures its own were the first to move': '所有指标中它的指标最先变化',
  'the cluster warns of it since then': '集群自那时起对它发出警告',
  'its own figures were the first to move': '它自身的指标最先变化',
  'no other release lies nearer to the trouble': '没有其他发布更接近问题开始的时间',
  'it is the only release shortly before it': '它是问题开始前不久唯一的发布',
  'people wrote that it works with whom the alert is about': '人们写明它与告警所指的对象协同工作',
  'it changed how the program is run': '它改变了程序的运行方式',
  'it brought a new major version': '它带来了新的主版本',
  'its own figures changed with it': '其自身的指标随之变化',
  'the trouble began within minutes of it': '问题在其后几分钟内开始',
  'it complains since then': '它自那时起报错',
  'what is complained of stands in what it changed': '报错所提到的内容正在其变更之中',
  'others complain of it by name': '其他对象点名抱怨它',
  'it stands near whom the alert means': '它与告警所指的对象相邻',
  'The trouble began at {onset} UTC, after this revision of {name} ({changes}), for which speaks: {signs}.':
    '问题始于 {onset} UTC，在 {name} 的此版本（{changes}）之后，依据是：{signs}。',
  'The trouble began at {onset} UTC, after an earlier revision of {name} ({changes}), for which speaks: {signs}.':
    '问题始于 {onset} UTC，在 {name} 的一个较早版本（{changes}）之后，依据是：{signs}。',
  'Of all steps that were weighed, {says} fits best what was seen: {signs}.':
    '在衡量过的所有步骤中，{says}最符合所看到的内容：{signs}。',
  'a new process in place of pod {name:name}, one of {count:number} of {workload:name},':
    '用新进程替换 Pod {name}（{workload} 的 {count} 个副本之一）',
  'a new process in place of pod {name:name}, one of {count:number} that run the same image,':
    '用新进程替换 Pod {name}（运行同一镜像的 {count} 个之一）',
  'a new process in place of pod {name:name}': '用新进程替换 Pod {name}',
  '{wanted:number} replicas of {name:name} instead of {replicas:number}, which it has since right before the trouble':
    '将 {name} 从问题开始前不久才有的 {replicas} 个副本改为 {wanted} 个',
  '{wanted:number} replicas of {name:name} instead of {replicas:number}':
    '把 {name} 的副本数从 {replicas} 改为 {wanted}',
  'closing node {name:name} to new pods': '不再让新 Pod 进入节点 {name}',
  'ending {who}': '结束 {who}',
  'undoing the release of {name:name}': '撤销 {name} 的发布',
  'a vacuum of {name:name}': '对 {name} 执行 VACUUM',
  'nothing else that was seen fits better': '所看到的其他内容都不更符合',
  'the strongest facts are about it': '最有力的事实与它有关',
  'it was the first to show something': '它最先出现异常',
  'it alone differs from its siblings, which are ready': '只有它与其他副本不同，而其他副本均就绪',
  'it alone complains, and its figures are its own': '只有它报错，且其指标与众不同',
  'it says again and again that it stands still, each time for longer': '它一再说自己停滞不前，且一次比一次久',
  'it says that it lost what it works by, and not that it has it again':
    '它自己说失去了赖以工作的连接或订阅，此后也没说已恢复',
  'its figures left those of its siblings with the trouble': '问题开始时它的指标偏离了其他副本',
  'its figures stand far from those of its siblings': '它的指标与同类相差很大',
  'it is the oldest of its siblings': '它在同类中存在最久',
  'it was installed otherwise than all others': '它的安装与其他所有节点不同',
  'it came long after all others': '它比其他所有节点晚很久才加入',
  'it is the only replica': '它是唯一的副本',
  'what it read when it started was written since': '它启动时读取的内容此后被改写',
  'all its replicas filled up alike': '它的所有副本同样变满',
  'all its replicas are full': '它的所有副本都已满负荷',
  'all its replicas stand at their processor limit while what waits grows':
    '其所有副本都已达到处理器上限，而等待处理的仍在增加',
  'it says itself that it is full': '它自己表示已满',
  'it is busier than before': '它比以前更忙',
  'more is asked of it': '对它的请求增多',
  'more is asked of those around it': '对其周围对象的请求增多',
  'it has fewer replicas since shortly before': '不久之前它的副本数减少',
  'a condition of the node is not as it should be': '该节点的某个状况不正常',
  'the cluster tells of it': '集群提到它',
  'pods of several workloads suffer there': '那里有多个工作负载的 Pod 受影响',
  'all pods that suffer stand on it': '所有受影响的 Pod 都在其上',
  'several replicas there stand apart from all their like': '那里有数个副本与所有同类不同',
  'their like is well on every other host': '它们的同类在其他每台主机上都正常',
  'what is newly said names it': '新出现的输出提到它',
  'people wrote of it together with whom the alert is about': '人们把它与告警所指的对象写在一起',
  'it serves the only host whose pods suffer': '它服务的是唯一一台其上 Pod 受影响的主机',
  'several that suffer stand on it, and it is unlike the other hosts': '多个受影响者都在其上，且它与其他主机不同',
  'its figures moved with the trouble': '它的指标随问题变化',
  'others wait for it': '有会话在等待它',
  'several others wait for it': '多个会话在等待它',
  'its transaction began within minutes of what was seen first': '它的事务开始于最先看到的问题前后几分钟内',
  'its transaction is open for more than an hour': '它的事务已打开超过一小时',
  'its transaction is open for more than ten minutes': '它的事务已打开超过十分钟',
  'a person’s tool holds it, not a program of the service': '持有它的是人使用的工具，而不是服务的程序',
  'no other transaction is nearly as old': '没有其他事务接近它的时长',
  'it keeps old rows from being removed': '它使旧行无法被清理',
  'the server’s log names it': '服务器日志提到它',
  'what is complained of is about its table': '报错所涉及的正是它的表',
  'it was not vacuumed for more than a week': '它已有一周以上未执行 VACUUM',
  'it was not vacuumed for more than a day': '它已有一天以上未执行 VACUUM',
  'it was never vacuumed': '它从未执行过 VACUUM',
  'most of its rows are dead': '它的大部分行是死行',
  'many of its rows are dead': '它有许多死行',
  'autovacuum is switched off for it': '它的 autovacuum 已关闭',
  'figures of the table moved': '该表的指标有变化',
  'what is complained of names it': '报错提到它',
} as const
