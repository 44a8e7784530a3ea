/** Replicas: too few, too busy, one that differs. */
export const replicas = {
  'Autoscaler (HPA) {name} of {target} does not scale: it is blind, {type} is False ({reason}): "{message:said}".':
    '{target} 的自动伸缩器（HPA）{name} 不伸缩：它看不到指标，{type} 为 False（{reason}）："{message}"。',
  'It stays at {currentReplicas} replicas (bounds {minReplicas} to {maxReplicas}) whatever the load.':
    '无论负载如何，它都停在 {currentReplicas} 个副本（范围 {minReplicas} 到 {maxReplicas}）。',
  'Container {value} has no {value2} request, and without one no utilization can be reckoned.':
    '容器 {value} 没有 {value2} 请求值，因此无法计算利用率。',
  'As soon as the autoscaler sees again it would undo a count set by hand; what blinds it must be cured.':
    '自动伸缩器一旦恢复，就会撤销手动设置的副本数；须解决其看不到指标的原因。',
  'Give container {value} a {value2} request.': '为容器 {value} 设置 {value2} 请求值。',
  'Bring back the metrics autoscaler {name} asks for (metrics server or adapter).':
    '恢复自动伸缩器 {name} 所需的指标（metrics server 或适配器）。',
  'Autoscaler (HPA) {name} of {target} is at its ceiling: {currentReplicas} replicas of at most {maxReplicas} (max){part}.':
    '{target} 的自动伸缩器（HPA）{name} 已达上限：{currentReplicas} 个副本，最多 {maxReplicas} 个（max）{part}。',
  'The load asks for more than it may give.': '负载的需求超过了它可提供的数量。',
  'Autoscaler {name} would undo a count above {maxReplicas} within seconds; only its maximum or the load itself can change this.':
    '自动伸缩器 {name} 会在数秒内撤销超过 {maxReplicas} 的副本数；只有调整其上限或负载本身才能改变。',
  'Raise maxReplicas of autoscaler {name} above {maxReplicas} if the nodes have room, or find what makes {target} work so hard.':
    '如果节点有空间，把自动伸缩器 {name} 的 maxReplicas 调到 {maxReplicas} 以上，或查明 {target} 为何如此繁忙。',
  'Its {resource} utilization is {current} %{part}.': '其 {resource} 利用率为 {current} %{part}。',
  'against a target of {goal} %': '，目标为 {goal} %',
  '{kind} {namespace}/{name} has no pods because it is scaled to zero: {step}.':
    '{kind} {namespace}/{name} 没有 Pod，因为它被缩到零：{step}。',
  'Deployment {namespace}/{name} has no pods because it is scaled to zero on purpose: {marks:said}.':
    'Deployment {namespace}/{name} 没有 Pod，因为它被有意缩到零：{marks}。',
  'Deployment {namespace}/{name} does not go on because its rollout is paused on purpose: {marks:said}.':
    'Deployment {namespace}/{name} 停在原处，因为有人有意暂停了它的发布：{marks}。',
  'Somebody wants it so and says why; only a person takes it back.': '有人有意如此并说明了原因；只有人可以撤回。',
  'Ask who wrote this whether it still holds, and silence the alert until then or remove it.':
    '向写下此说明的人确认是否仍然有效，在此之前静默该告警，或将其删除。',
  'Nothing that was seen shows that somebody needs {name}, so it is not brought back.':
    '所看到的内容没有表明有人需要 {name}，因此不恢复它。',
  'Find out who scaled {name} to zero and why, before it happens again.':
    '查明是谁、为何把 {name} 缩到零，以免再次发生。',
  'Scale {namespace}/{name} to the number it is meant to have.': '把 {namespace}/{name} 扩到应有的副本数。',
  'its replicas are 0; no event tells any more when that was done': '其副本数为 0；已没有事件说明是何时操作的',
  'whoever put it to sleep kept how many it had ({mark:said}), and failed since ({failed:name}), so nobody woke it':
    '让它休眠者记下了原有副本数（{mark}），而后自己失败了（{failed}），因此没有人唤醒它',
  'it was scaled down{from} to 0 at {time} ({ago})': '它于 {time}（{ago}）被{from}缩到 0',
  'it was scaled down from {from:number} to 0 at {time} ({ago})': '它于 {time}（{ago}）从 {from} 缩到 0',
  'the alert': '告警',
  '{pods} cannot reach it: "{lineOf:said}".': '{pods} 无法访问它："{lineOf}"。',
  '{speaker} cannot use it: "{wordsOf}".': '{speaker} 无法使用它："{wordsOf}"。',
  '{whose} depends on it.': '{whose} 依赖它。',
  'That was just before the trouble of {whose} began.': '那正是在 {whose} 的问题开始之前。',
  ', and so {standing}': '，因此{standing}',
  'Service {namespace}/{name} leads to it{harm}: "{said}".': 'Service {namespace}/{name} 指向它{harm}："{said}"。',
  'How many replicas {name} had before is not known, so no number can be proposed.':
    '不知道 {name} 之前有多少副本，因此无法提议数量。',
  'Where no event shows that, one is all that may be set; set the others when it works.':
    '没有事件能证明这一点时，只允许设为一个；待其正常后再设其余的。',
  '{name} had {from} replicas before it was scaled to zero.': '{name} 在缩到零之前有 {from} 个副本。',
  'What comes to it fails, what its siblings get works: pod {pod} says "{lineOf:said}".':
    '到达它的请求失败，到达其他副本的正常：Pod {pod} 称 "{lineOf}"。',
  'Only one of {count} ready replicas of {name} is bad, pod {name2}: {value}.':
    '{name} 的 {count} 个就绪副本中只有一个有问题，即 Pod {name2}：{value}。',
  'It is from {ago}.': '它创建于{ago}。',
  'its log alone says "{wordsOf}" ({lines} such lines since {time}), those of its siblings nothing of the kind':
    '只有它的日志称 "{wordsOf}"（自 {time} 起 {lines} 行），其他副本的日志没有类似内容',
  'A fresh process of {name} begins without it, and {part} meanwhile.':
    '{name} 的新进程会重新开始而没有此问题，期间{part}。',
  'If it comes again, the cause is elsewhere.': '如果再次出现，根因在别处。',
  'its sibling serves': '由另一个副本提供服务',
  'its siblings serve': '由其他副本提供服务',
  'Find out why only {name} came into this state (node {nodeName}, age, load).':
    '查明为何只有 {name} 进入此状态（节点 {nodeName}、存续时长、负载）。',
  'A fresh process of {name} begins without it.': '{name} 的新进程会重新开始而没有此问题。',
  'Nothing shows that a fresh process would behave differently.': '没有迹象表明新进程会有不同表现。',
  '{part}, from {ago}': '是{part}，创建于{ago}',
  'the oldest of them': '其中最早的',
  'one of them': '其中之一',
  '({amount} times as many)': '（{amount} 倍）',
  'It is going down again by itself: {perSecond} by now.': '它正自行回落：目前为 {perSecond}。',
  'Load that goes down by itself needs no more hands.': '自行回落的负载不需要更多副本。',
  '{kind} {name} is overloaded: requests rose from {perSecond} to {perSecond2}{times} at {clockTime}, and since then {loads}, evenly.':
    '{kind} {name} 过载：请求量在 {clockTime} 从 {perSecond} 升至 {perSecond2}{times}，此后{loads}，且分布均匀。',
  'The load rose and all replicas of {name} are at their CPU limit.': '负载上升，{name} 的所有副本都达到 CPU 上限。',
  'Give {name} an autoscaler, or more replicas for good, if this load is to stay.':
    '如果此负载会持续，为 {name} 设置自动伸缩器，或长期增加副本。',
  'Its revision {revision} is older than that ({ago}).': '其版本 {revision} 早于此（{ago}）。',
  'No autoscaler is set for it.': '没有为它设置自动伸缩器。',
  'Autoscaler {name} {part}.': '自动伸缩器 {name} {part}。',
  'has reached its maximum of {maxReplicas} replicas': '已达到 {maxReplicas} 个副本的上限',
  'wants {desiredReplicas} of at most {maxReplicas} replicas': '需要 {desiredReplicas} 个副本，最多 {maxReplicas} 个',
  'at {clockTime} ({ago})': '，时间为 {clockTime}（{ago}）',
  ', and {clause}': '，且{clause}',
  'A fresh process begins with free resources.': '新进程启动时资源是空闲的。',
  'That is temporary: the leak or hang comes back until it is mended.':
    '这只是暂时的：在修复之前，泄漏或卡死还会再来。',
  'Pod {name} alone is wedged, {part}: {what}.': '只有 Pod {name} 卡住，{part}：{what}。',
  '"{lineOf:said}" ({clues} such lines since {time}).': '"{lineOf}"（自 {time} 起 {clues} 行）。',
  'while its {siblings} siblings of {replicas} replicas log nothing of the kind':
    '而 {replicas} 个副本中的其他 {siblings} 个没有类似日志',
  'and it is the only replica whose log was read': '且它是唯一读取过日志的副本',
  'It began in pod {name} with: "{lineOf:said}".': '在 Pod {name} 中始于："{lineOf}"。',
  'Find what in pod {name} does not give its resources back; a restart only buys time.':
    '查明 Pod {name} 中是什么没有归还资源；重启只能争取时间。',
  'That its siblings log nothing of the kind does not show that {name} itself is at fault: it may do other work than they.':
    '其他副本没有类似日志并不说明 {name} 自身有问题：它做的工作可能不同。',
  'The lines of its siblings bear no times, so whether they serve now and {name} alone does not is not known.':
    '其他副本的日志行没有时间，因此不知道是否它们在提供服务而只有 {name} 没有。',
  'its pool of connections is exhausted, all are checked out and none comes back':
    '其连接池已耗尽，全部被借出且没有归还',
  'it has too many open files, so it leaks descriptors': '它打开的文件过多，存在描述符泄漏',
  'its process runs out of memory inside its own heap': '其进程的堆内存耗尽',
  'its threads are stuck': '其线程卡住',
  'The {many} of the same revision {part:word} well, and started before that: {part2} well only until the next restart.':
    '同一版本的{many}正常，且在那之前启动：{part2}正常只到下次重启为止。',
  '{count:number} sibling': '{count} 个其他副本',
  '{count:number} siblings': '{count} 个其他副本',
  'it is': '它',
  'they are': '它们',
  'Pod {name} of {owner}, started {ago}, reads at its start what was written since its siblings started: {others}, last written at {time} ({ago2}).':
    '{owner} 的 Pod {name} 启动于{ago}，在启动时读取了其他副本启动之后写入的内容：{others}，最近写入于 {time}（{ago2}）。',
  'Its error is about that: "{line:said}".': '其错误与此有关："{line}"。',
  'Nothing may be restarted before {part} is put right: every pod of {owner} that starts anew reads the same.':
    '在 {part} 改正之前不得重启任何内容：{owner} 的每个新启动的 Pod 都会读取同样的内容。',
  'Put {others} right, or bring back what stood there before {time}; until then restart, drain or scale nothing of {owner}.':
    '改正 {others}，或恢复 {time} 之前的内容；在此之前不要重启、排空或伸缩 {owner} 的任何内容。',
} as const
