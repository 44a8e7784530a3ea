/** Nodes: lost, broken, under pressure, emptied. */
export const nodes = {
  'A budget is there to keep the service up: whether it may be loosened, or the pod lost for a while, is for its owner to say.':
    '该预算（PDB）用于保证服务可用：能否放宽，或暂时失去该 Pod，由其负责人决定。',
  'pod {namespace}/{name} may not be evicted, because {budget}': 'Pod {namespace}/{name} 不能被驱逐，因为 {budget}',
  'Node {name} {part}cannot be emptied: {reasons}.': '节点 {name} {part}无法排空：{reasons}。',
  'is cordoned{part} and': '已被封锁{part}且',
  '(closed {ago})': '（封锁于{ago}）',
  '{many} on it {part:word} covered by no budget that forbids it.': '其上的{many}没有被禁止驱逐的预算覆盖。',
  '{count:number} other pod': '其他 {count} 个 Pod',
  '{count:number} other pods': '其他 {count} 个 Pod',
  'it wants {many} of {expectedPods}': '它要求 {expectedPods} 个中有 {many}',
  '{count:number} healthy pod': '{count} 个健康的 Pod',
  '{count:number} healthy pods': '{count} 个健康的 Pod',
  'PodDisruptionBudget {namespace}/{name} allows 0 disruptions ({wanted}, and {currentHealthy} {part:word} healthy)':
    'PodDisruptionBudget {namespace}/{name} 允许 0 个中断（{wanted}，目前 {currentHealthy} 个健康）',
  'Heal the pods that PodDisruptionBudget {namespace}/{name} counts first: {currentHealthy} of {desiredHealthy} wanted are healthy.':
    '先修复 PodDisruptionBudget {namespace}/{name} 所统计的 Pod：需要 {desiredHealthy} 个健康，现有 {currentHealthy} 个。',
  'what pod {name} belongs to': 'Pod {name} 所属的工作负载',
  'PodDisruptionBudget {namespace}/{name} while the node is emptied (it must allow one disruption), if the service bears it.':
    'PodDisruptionBudget {namespace}/{name}（须允许一个中断），在节点排空期间，如果服务能承受。',
  'Loosen {loosen}': '放宽 {loosen}',
  'Run one replica more of {owner} ({value} instead of {expectedPods}), so that one may leave.':
    '为 {owner} 多运行一个副本（{value} 个而不是 {expectedPods} 个），以便其中一个可以离开。',
  'Or loosen {loosen}': '或放宽 {loosen}',
  '{budget}.{part} {part2}, no pod it covers may be evicted, and a drain of their nodes waits.':
    '{budget}。{part}{part2}，它所覆盖的 Pod 都不能被驱逐，其节点的排空会一直等待。',
  'Not ready: pod {unready}.': '未就绪：Pod {unready}。',
  'Until they are well': '在它们恢复之前',
  'As long as no more pods run than it wants': '只要运行的 Pod 不多于其要求',
  'an unknown node': '未知节点',
  '{count} evicted from node {nodeName} because {part}.': '{count}被从节点 {nodeName} 驱逐，因为{part}。',
  'of their own limit of {resource}': '超过其自身的 {resource} 上限',
  'it was low on {resource}': '该节点 {resource} 不足',
  'At {time} node {nodeName} said: "{message:said}".': '{time} 节点 {nodeName} 称："{message}"。',
  'Find what filled {nodeName}: images, logs of the system, or a volume of the host; the evicted did not.':
    '查明是什么填满了 {nodeName}：镜像、系统日志或主机的卷；不是被驱逐的 Pod。',
  'Give {part} a request and a limit of {resource}, or make it use less.':
    '为{part}设置 {resource} 的请求值和上限，或让它少用一些。',
  'the largest user': '用量最大者',
  'container {container} of {owner}': '{owner} 的容器 {container}',
  'The pressure is not over: {pressures} is True.': '压力尚未结束：{pressures} 为 True。',
  'Node {name} is not under pressure any more.': '节点 {name} 已没有压力。',
  'The node is not under pressure any more; what is left are the records of the evicted pods.':
    '该节点已没有压力；剩下的只是被驱逐 Pod 的记录。',
  '{group} pods of namespace {places} were': '命名空间 {places} 的 {group} 个 Pod',
  'Node {name} still evicts pods.': '节点 {name} 仍在驱逐 Pod。',
  'The records of evicted pods in namespace {namespace} serve nobody any more and the node is well again.':
    '命名空间 {namespace} 中被驱逐 Pod 的记录已没有用处，且节点已恢复。',
  'There is nothing left to clean up.': '已没有需要清理的内容。',
  'They say: "{wordsOf}".': '它们称："{wordsOf}"。',
  ', towards {destinations}': '，访问 {destinations}',
  '({workloads} workloads)': '（{workloads} 个工作负载）',
  siblings: '其他副本',
  sibling: '其他副本',
  'A pod on it says the same: "{lineOf:said}".': '其上的一个 Pod 也这样说："{lineOf}"。',
  'Node {name} is broken although it is ready: its condition {type} is True{since}{part}{part2}.':
    '节点 {name} 虽已就绪但有故障：其状况 {type} 为 True{since}{part}{part2}。',
  'Node {name} has said {types} for {duration}, and all that runs there is well.':
    '节点 {name} 报告 {types} 已有 {duration}，而其上运行的一切都正常。',
  'Node {name} says {type} now, so whatever is placed there fails too.':
    '节点 {name} 现在报告 {type}，放到那里的任何内容也会失败。',
  'Look at the machine behind {name} (kernel log, disk); mend or replace it.':
    '查看 {name} 背后的机器（内核日志、磁盘）；修复或更换它。',
  'Then delete the pods that fail there: they come up on another node.':
    '然后删除在那里失败的 Pod：它们会在另一节点上启动。',
  'Node {name} is not ready, so nothing new should be sent there.': '节点 {name} 未就绪，不应再向那里派发新内容。',
  'Look at the machine behind {name} (console, kubelet, network); restart or replace it.':
    '查看 {name} 背后的机器（控制台、kubelet、网络）；重启或更换它。',
  'not ready and unable to end there': '未就绪且无法在那里结束',
  'Pod {namespace}/{name}{part} is on it, {end}.': 'Pod {namespace}/{name}{part} 在其上，{end}。',
  'That was {duration} before the alert began.': '那是在告警开始之前 {duration}。',
  ', {leaving} of them being moved away but unable to end there': '，其中 {leaving} 个正在移走但无法在那里结束',
  '{pods:number} {part} on it{stuck}.': '其上有 {pods} {part}{stuck}。',
  'pod is': '个 Pod',
  'pods are': '个 Pod',
  'StatefulSet {value} makes its pod anew only when the old one is known to have ended: once the machine is certainly off, delete node {name} or taint it node.kubernetes.io/out-of-service.':
    'StatefulSet {value} 只有在确知旧 Pod 已结束时才会重建：确认机器已关机后，删除节点 {name} 或为其加上污点 node.kubernetes.io/out-of-service。',
  'Its pods come up elsewhere by themselves; deleting them does not help, since nothing on the node confirms it.':
    '其 Pod 会自行在别处启动；删除它们没有帮助，因为节点上没有任何一方能确认。',
  'Node {name} is gone: its Ready condition is {status} ({reason}){since}{replace}.':
    '节点 {name} 已失联：其 Ready 状况为 {status}（{reason}）{since}{replace}。',
  'The kubelet or the whole host is dead or cut off.': 'kubelet 或整台主机已死或失去连接。',
  'not there': '不存在',
  'Node {name} is not ready{since} ({reason}){replace}.': '节点 {name} 未就绪{since}（{reason}）{replace}。',
  'Before that, at {time}, it told of {reason}: "{message:said}".':
    '在此之前（{time}）它报告过 {reason}："{message}"。',
  'Node {node} does not exist in this cluster any more: {sentence}.': '节点 {node} 在此集群中已不存在：{sentence}。',
  'The nodes are {names}.': '现有节点为 {names}。',
  'it was removed or replaced, or the alert comes from elsewhere': '它被移除或更换，或告警来自别处',
  'What is not there cannot be changed, and no other node is touched in its place.':
    '不存在的对象无法变更，也不会触碰其他节点来代替。',
  'The alert about {node} ends by itself when its series do; silence it until then.':
    '其指标序列消失后，关于 {node} 的告警会自行结束；在此之前可静默。',
  'Find out whether {node} was taken away on purpose (scaling down, replacement); the alert ends when its series do.':
    '查明 {node} 是否被有意移除（缩容、更换）；其指标序列消失后告警会结束。',
  'Node {name} is under {types}{part}{part2}.': '节点 {name} 处于 {types}{part}{part2}。',
  'Node {name} is under {types} now; new pods would be evicted too.': '节点 {name} 现处于 {types}；新 Pod 也会被驱逐。',
  'Ask the owner of pod {namespace}/{name} to bound or stop it{part}.':
    '请 Pod {namespace}/{name} 的负责人限制或停止它{part}。',
  '(it has no limit)': '（它没有上限）',
  'Find what fills {name} and free it; let pods on it again when the pressure is over.':
    '查明是什么填满了 {name} 并释放；压力结束后重新允许 Pod 调度到其上。',
  'requests {request}, {part}': '请求 {request}，{part}',
  'has no memory limit': '没有内存上限',
  'limit {limit}': '上限 {limit}',
  'The largest consumer is pod {pod:name} (container {container:name}) with {amount} memory; it requests nothing, has no memory limit.':
    '最大的消费者是 Pod {pod}（容器 {container}），使用内存 {amount}；它没有请求值，也没有内存上限。',
  'The largest consumer is pod {pod:name} (container {container:name}) with {amount} memory; it requests {request}, limit {limit}.':
    '最大的消费者是 Pod {pod}（容器 {container}），使用内存 {amount}；它请求 {request}，上限 {limit}。',
  'The largest consumer is {consumer}': '最大的消费者是{consumer}',
  'pod {namespace}/{name} (container {container}) with {amount} memory; it {bounds}.':
    'Pod {namespace}/{name}（容器 {container}），使用内存 {amount}；它{bounds}。',
  'Node {name} is ready{part} and reports no pressure.': '节点 {name} {part}就绪，没有报告压力。',
  now: '现已',
  'Its trouble ({reason}{part}) was last seen {ago} and is over; it has recovered.':
    '其问题（{reason}{part}）最近一次出现在{ago}，现已结束；它已恢复。',
  ', {times} times': '，{times} 次',
  'No trouble of it is on record any more; it has recovered.': '已没有关于其问题的记录；它已恢复。',
  'That is only {duration} ago{part}, so it may not hold{part2}.':
    '那只是 {duration}前的事{part}，因此可能不稳定{part2}。',
  ', after {reason} ({times} times)': '，在 {reason}（{times} 次）之后',
  ': the node is flapping': '：该节点状态反复',
  'Node {name} is well now; a cordon would only take capacity away.': '节点 {name} 现已正常；封锁只会减少容量。',
  'Look at what happened to {name}{part} (host, network, kubelet log) before it comes again.':
    '在再次发生之前查看 {name} 发生了什么{part}（主机、网络、kubelet 日志）。',
} as const
