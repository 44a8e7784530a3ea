/** Containers that run badly, end or leave. */
export const running = {
  'Raise the CPU limit of container {container} (now {limit}), or take it away and keep the request.':
    '调高容器 {container} 的 CPU 上限（现为 {limit}），或去掉上限而保留请求值。',
  '{part} replicas of {name} are': '{name} 的{part}副本',
  'All {all}': '全部 {all} 个',
  '{full} of {all} replicas of {name} {part}': '{name} 的 {all} 个副本中有 {full} 个{part}',
  'container {container} of {pod} uses {used} of {limit} ({percent})':
    '{pod} 的容器 {container} 使用了 {limit} 中的 {used}（{percent}）',
  'It uses {used} of its CPU limit of {limit}.': '它使用了 CPU 上限 {limit} 中的 {used}。',
  'Container {container} of pod {pod}{part} is throttled in {percent} of its CPU periods{part2}: its CPU limit is too low for what it does.':
    'Pod {pod} 的容器 {container}{part}在 {percent} 的 CPU 周期中被限流{part2}：其 CPU 上限对其工作而言过低。',
  ', and {value} more of its replicas likewise': '，另有 {value} 个副本也是如此',
  'Raise the CPU limit of container {container}{part}, or take it away and keep the request.':
    '调高容器 {container} 的 CPU 上限{part}，或去掉上限而保留请求值。',
  '(now {limit})': '（现为 {limit}）',
  'Requests have risen to {perSecond}.': '请求量已升至 {perSecond}。',
  'Requests stand at {perSecond}, as before.': '请求量为 {perSecond}，与之前相同。',
  'A limit is a person’s to raise; a restart would meet the same limit, and more replicas are not needed for the same load.':
    '上限由人调高；重启会遇到同样的上限，同样的负载也不需要更多副本。',
  'The newest revision lowered it: {changes}.': '最新版本调低了它：{changes}。',
  'It ends without an error: its command finishes instead of going on, and is started again.':
    '它没有出错而结束：其命令执行完毕而不是持续运行，因此又被启动。',
  'Its last words: "{wholeWords}".': '其最后的输出："{wholeWords}"。',
  'Container {name} of pod {name2} {part} ({reason}, {exitCode}{part2}, {many}).':
    'Pod {name2} 的容器 {name} {part}（{reason}，{exitCode}{part2}，{many}）。',
  'keeps ending': '不断退出',
  ended: '已退出',
  'no reason given': '未给出原因',
  'exit code {code:number} after {duration}': '退出码 {code}（运行 {duration} 后）',
  '{count:number} restart': '重启 {count} 次',
  '{count:number} restarts': '重启 {count} 次',
  'Who ended it is not known, so nothing is changed.': '不知道是谁终止了它，因此不做变更。',
  'A container that ends by itself each time ends again after a restart.': '每次都自行退出的容器，重启后仍会退出。',
  'Read the log of the container (the life before the restart).': '查看该容器的日志（重启之前的那次运行）。',
  'Pod {name}{owner} is leaving: {part}, and {old}all {successors} pods that replace it are ready.':
    'Pod {name}{owner} 正在离开：{part}，且{old}替换它的全部 {successors} 个 Pod 均已就绪。',
  'What it does while it ends is no incident, and nothing needs to be done.':
    '它在结束过程中的行为不是事件，无需任何操作。',
  'it is being deleted{grace}': '它正在被删除{grace}',
  'its ReplicaSet is scaled to 0': '其 ReplicaSet 已缩到 0',
  'The pod goes by itself; a forced deletion would cut off what it still has to finish.':
    '该 Pod 会自行离开；强制删除会中断它尚需完成的工作。',
  'it belongs to an old revision; the rollout of revision {revision} of {released} is finished, and':
    '它属于旧版本；{released} 的版本 {revision} 已发布完成，',
  'and has until {time} to finish ({duration} from now)': '，须在 {time} 前结束（还有 {duration}）',
  'The kubelet kills and restarts container {name} of pod {name2} because {why}{probe}: "{words:said}".':
    'kubelet 杀死并重启 Pod {name2} 的容器 {name}，因为{why}{probe}："{words}"。',
  'Pod {name} runs but is not ready because {why}{probe}: "{words:said}".':
    'Pod {name} 在运行但未就绪，因为{why}{probe}："{words}"。',
  '({check}; the container offers {ports}; allowed {allowed} s: initial delay {delay} s + {times} × {period} s{startup})':
    '（{check}；容器提供 {ports}；允许 {allowed} 秒：初始延迟 {delay} 秒 + {times} × {period} 秒{startup}）',
  'Exit code {exitCode} is that kill{lived}; {many} so far.': '退出码 {exitCode} 就是这次杀死{lived}；目前{many}。',
  ', after {duration}': '（运行 {duration} 后）',
  'no port': '无端口',
  ', no startup probe': '，没有启动探针',
  'its probe asks for the wrong thing and can never succeed': '其探针询问的内容不对，不可能成功',
  'Correct the probe of the container.': '更正该容器的探针。',
  'it answers its probe with an error of its own': '它以自身的错误应答探针',
  'Find out what the container lacks.': '查明该容器缺少什么。',
  'it does not answer its probe in time': '它没有及时应答探针',
  'See whether the container is still starting when the probe gives up: then it needs a startup probe, or more time.':
    '查看探针放弃时容器是否仍在启动：若是，则需要启动探针或更多时间。',
  'it fails its readiness probe': '其就绪探针失败',
  'See what the container needs to become ready.': '查看该容器需要什么才能就绪。',
  'The probe only reports; what it reports must be cured.': '探针只是报告；须解决它所报告的问题。',
  'a readiness gate keeps it from counting, though all its containers are well':
    '就绪门控（readiness gate）使其不被计入，尽管其所有容器均正常',
  'A new pod would wait for the same condition; its controller must be looked at.':
    '新 Pod 会等待同样的状况；须查看其控制器。',
  'See why the controller behind the readiness gate does not set its condition.':
    '查看就绪门控背后的控制器为何没有设置其状况。',
  'in any namespace that was seen': '在所看到的任何命名空间中',
  'What comes near: {near}; it may be another object, so nothing is done to it.':
    '相近的有：{near}；可能是另一个对象，因此不对其做任何操作。',
  'Nothing of a similar name was seen either.': '也没有看到名称相近的对象。',
  'The central log still has of it, at {time}: "{wordsOf}".': '集中日志中仍有其记录，时间为 {time}："{wordsOf}"。',
  '{kind} {name} was not found {where}: {part}{said}{alike}': '{where}没有找到 {kind} {name}：{part}{said}{alike}',
  'it does not exist (any more), or the alert names it wrongly.': '它（已）不存在，或告警写错了名称。',
  'The object of the alert is not there, and what merely bears a similar name must not be touched.':
    '告警所指的对象不存在，而名称相近的对象不得触碰。',
  'Check the labels of the alert, and whether it outlived what it was about.':
    '检查告警的标签，以及告警是否比其对象存在得更久。',
  '{kind} {name} is gone: {sentence}.': '{kind} {name} 已不存在：{sentence}。',
  'The alert outlived it.': '告警比它存在得更久。',
  'What it belonged to has all its pods ready.': '它所属的工作负载的 Pod 均已就绪。',
  'It was taken away by whoever keeps it, and nothing lacks it.': '它由管理它的一方移除，没有任何缺失。',
  'The alert ends by itself when the series of what it was about do.': '相关指标序列消失后，告警会自行结束。',
  'Give container {name} a memory limit that fits what it needs.': '为容器 {name} 设置符合其需要的内存上限。',
  'Raise the memory limit of container {name} above {limit}, or find what makes it grow.':
    '将容器 {name} 的内存上限调高到 {limit} 以上，或查明其内存增长的原因。',
  ', the last time after {duration}': '，最近一次在 {duration} 后',
  'was killed for want of memory; it has no memory limit of its own, or none was seen':
    '因内存不足被杀死；它没有自己的内存上限，或没有看到',
  'is killed for want of memory when it reaches its memory limit of {limit}':
    '达到 {limit} 的内存上限时因内存不足被杀死',
  'Container {name} of pod {name2} {why} (OOMKilled, exit code {exitCode}, {many}{lived}).':
    'Pod {name2} 的容器 {name} {why}（OOMKilled，退出码 {exitCode}，{many}{lived}）。',
  'The other {many} {part:word} not affected.': '其他{many}未受影响。',
  '{count:number} replica': '{count} 个副本',
  '{count:number} replicas': '{count} 个副本',
  'Container {name} of pod {name2} uses {used} now, {share} % of its memory limit {limit}.':
    'Pod {name2} 的容器 {name} 现使用 {used}，占其内存上限 {limit} 的 {share} %。',
  'No revision sets this limit, so a new pod of any of them would be given the same one again.':
    '没有任何版本设置此上限，任何版本的新 Pod 都会再次得到同样的上限。',
  'A restart changes nothing, because the container would grow to the same limit again; and no earlier revision is known to be without it.':
    '重启没有作用，因为容器会再次增长到同样的上限；也不知道有哪个更早的版本没有此问题。',
  'It began with revision {revision}: {changes}.': '它始于版本 {revision}：{changes}。',
  'All {count} pods of its workload are ready.': '其工作负载的全部 {count} 个 Pod 均已就绪。',
  'Pod {name} is ready and running, with no restart and no fresh warning: whatever the alert saw has recovered.':
    'Pod {name} 已就绪并在运行，没有重启，也没有新的警告：告警所见的问题已恢复。',
  'No action is needed.': '无需操作。',
  'It has recovered by itself; restarting or rolling back a healthy workload would only disturb it.':
    '它已自行恢复；重启或回滚健康的工作负载只会造成干扰。',
  'Raise the threshold of this alert if a single restart needs nobody.':
    '如果单次重启不需要人处理，请调高此告警的阈值。',
  'restarted once': '重启过一次',
  'restarted {restartCount} times': '重启过 {restartCount} 次',
  '({reason}, exit code {exitCode}{part})': '（{reason}，退出码 {exitCode}{part}）',
  'Container {name} of pod {name2} {times}{why}, {ago}, and has recovered: it has been running for {duration}, is ready, and there was no further restart or warning.':
    'Pod {name2} 的容器 {name} {ago}{times}{why}，现已恢复：已运行 {duration}，处于就绪状态，没有再次重启或警告。',
  'Pod {name} has been terminating for {duration} and does not go: {why}.':
    'Pod {name} 已处于终止中 {duration} 而没有消失：{why}。',
  'Taking a finalizer away by force skips the work it stands for; its owner must finish or a person must decide.':
    '强行去掉 finalizer 会跳过它所代表的工作；须由其所有者完成或由人决定。',
  'Deleting it by force could leave two of it running; a person must decide.':
    '强制删除可能导致同时运行两个；须由人决定。',
  'See why the controller behind {finalizers} does not finish, then remove the finalizer.':
    '查看 {finalizers} 背后的控制器为何没有完成，然后去掉 finalizer。',
  'Bring node {nodeName} back, or confirm that it is off before the pod is deleted by force.':
    '恢复节点 {nodeName}，或在强制删除 Pod 之前确认该节点已关机。',
  'its finalizer {finalizers} has not been removed by the controller that set it':
    '其 finalizer {finalizers} 没有被设置它的控制器移除',
  'its node {nodeName} is not ready, and nobody there can confirm that it ended':
    '其节点 {nodeName} 未就绪，那里无人能确认它已结束',
  'nothing that was seen tells why': '所看到的内容没有说明原因',
} as const
