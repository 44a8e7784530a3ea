/** Pods that find no place. */
export const placement = {
  '{standing}: {why} The API server says: "{plain}"{part}': '{standing}：{why}API server 称："{plain}"{part}',
  '(service {part}{service})': '（服务 {part}{service}）',
  'admission webhook {webhook}{behind} cannot be asked{failure}, and so no pod is admitted.':
    '准入 webhook {webhook}{behind} 无法访问{failure}，因此没有 Pod 能被准入。',
  "Bring the webhook's backend{behind} back; until then its failurePolicy decides whether pods are admitted without it.":
    '恢复该 webhook 的后端{behind}；在此之前由其 failurePolicy 决定是否不经它准入 Pod。',
  'the connection is refused': '连接被拒绝',
  'its service has no endpoints': '其服务没有端点',
  'its certificate is not accepted (x509)': '其证书不被接受（x509）',
  'it does not answer in time': '它未及时应答',
  'its service is not found': '找不到其服务',
  'admission webhook {value} denies its pods.': '准入 webhook {value} 拒绝其 Pod。',
  'Change the pod template to what the policy asks for, or ask its owners for an exception.':
    '按策略要求修改 Pod 模板，或向策略负责人申请例外。',
  "its pods break the namespace's PodSecurity level {value}.": '其 Pod 违反该命名空间的 PodSecurity 级别 {value}。',
  'Set the securityContext the message asks for, or move the workload to a namespace with another level.':
    '按消息要求设置 securityContext，或把工作负载移到其他级别的命名空间。',
  'its pods are outside the LimitRange of the namespace.': '其 Pod 超出该命名空间的 LimitRange。',
  'Bring requests and limits within the LimitRange, or change the LimitRange.':
    '让请求值和上限符合 LimitRange，或修改 LimitRange。',
  'its service account {value} does not exist.': '其服务账户 {value} 不存在。',
  'Create service account {value}, or correct its name in the pod template.':
    '创建服务账户 {value}，或更正 Pod 模板中的名称。',
  'the API server refuses to create its pods.': 'API server 拒绝创建其 Pod。',
  'Correct what the message names.': '更正消息所指出的问题。',
  'Service {namespace}/{service} has no ready endpoints.': 'Service {namespace}/{service} 没有就绪的端点。',
  'Pod {namespace}/{name} is not ready: {state}.': 'Pod {namespace}/{name} 未就绪：{state}。',
  ', before that {reason} with exit code {exitCode}': '，此前为 {reason}，退出码 {exitCode}',
  'it ended': '它已结束',
  'container {name} {why}{before}, {restartCount} restarts': '容器 {name} {why}{before}，重启 {restartCount} 次',
  '{pod} cannot be placed because node {part} is cordoned (spec.unschedulable is true){part2}{part3}.':
    '{pod}无法调度，因为节点 {part} 已被封锁（spec.unschedulable 为 true）{part2}{part3}。',
  '(not seen)': '（未看到）',
  ', closed {ago}': '，封锁于{ago}',
  ', although it is ready{part}': '，尽管它已就绪{part}',
  'and would have room for it': '且有空间容纳它',
  'The other nodes have no room ({others}).': '其他节点没有空间（{others}）。',
  '{speaker:name} wrote {ago}: "{words:said}".': '{speaker} 在{ago}写道：“{words}”。',
  'And then: "{words:said}".': '随后写道：“{words}”。',
  'Nothing since says that node {node:name} is to stay closed.': '此后没有内容说节点 {node} 要继续封锁。',
  'The work for which node {node:name} was closed is done and checked, as {speaker:name} wrote; it is ready, and pods wait for it.':
    '据 {speaker} 所写，封锁节点 {node} 所做的工作已完成并检查；该节点就绪，且有 Pod 在等待它。',
  'Why the node was closed is not known here; whoever closed it should say that it may be opened again (kubectl uncordon {value}).':
    '这里不知道该节点为何被封锁；应由封锁者说明可以重新开放（kubectl uncordon {value}）。',
  'Uncordon {part} if its maintenance is over.': '如果维护已结束，对 {part} 解除封锁。',
  'the node': '该节点',
  'If it must stay closed, add capacity elsewhere or run fewer replicas.':
    '如果必须保持封锁，在别处增加容量或减少副本。',
  '{pod} cannot be placed: it asks for host port {part}, which a node can give only once, and it is taken on every node it may run on{holders}.':
    '{pod}无法调度：它要求主机端口 {part}，一个节点只能提供一次，而它可运行的每个节点上都已被占用{holders}。',
  '{port} (hostPort of container {container})': '{port}（容器 {container} 的 hostPort）',
  'of the node': '（节点的端口）',
  'Run no more than one replica of {name} per node (a DaemonSet does just that), or use a Service instead of a host port.':
    '每个节点运行不超过一个 {name} 的副本（DaemonSet 正是如此），或用 Service 代替主机端口。',
  '({own} replicas of it run on {own2}{part})': '（它有 {own} 个副本运行在 {own2}{part}）',
  '; {nodes} nodes are there for it': '；可供其使用的节点有 {nodes} 个',
  'A restart asks for the same port again; fewer replicas, more nodes or no host port are for its owner to choose.':
    '重启仍会要求同一端口；减少副本、增加节点或不用主机端口由其负责人选择。',
  '{pod} cannot be placed: {asked}{room} {scheduler}{sentence}': '{pod}无法调度：{asked}{room}{scheduler}{sentence}',
  'no node it may run on has enough {short} free (insufficient {short2}).':
    '它可运行的节点都没有足够的空闲 {short}（{short2} 不足）。',
  'it requests {asked}, and {none}': '它请求 {asked}，而{none}',
  'Free: {rooms}.': '空闲：{rooms}。',
  'can give {amount} {resource} at all': '最多可提供 {amount} {resource}',
  'Neither a restart nor a rollback makes room: the request has to become smaller, or the cluster larger.':
    '重启或回滚都腾不出空间：须减小请求值或扩大集群。',
  'Lower the {short} request of {name}, or add a larger node: no node of this cluster can hold it.':
    '降低 {name} 的 {short} 请求值，或增加更大的节点：此集群没有节点能容纳它。',
  'Add a node, free {short} on the nodes above, or lower the request of {name}.':
    '增加节点，在上述节点上释放 {short}，或降低 {name} 的请求值。',
  'Node {others} is kept for others by a taint; decide whether this pod may go there.':
    '节点 {others} 因污点保留给他人；请决定此 Pod 是否可以去那里。',
  'Namespace {name} is being deleted since {time} ({ago}): its pods are taken away, and nothing new can be made in it.':
    '命名空间 {name} 自 {time}（{ago}）起正在被删除：其 Pod 被移除，也无法在其中新建任何内容。',
  'It does not go: {why}.': '它没有消失：{why}。',
  'A deletion cannot be taken back, and taking finalizers away by force leaves behind what they stand for; a person must decide.':
    '删除无法撤回，强行去掉 finalizer 会遗留其所代表的内容；须由人决定。',
  'See why what the conditions name is not cleared ({obstacle}); do not force the namespace itself.':
    '查看状况中指出的内容为何没有清理（{obstacle}）；不要强制删除命名空间本身。',
  'If namespace {name} was not meant to go, prepare to create it anew: what was in it is being removed.':
    '如果并非有意删除命名空间 {name}，请准备重新创建：其中的内容正在被移除。',
  'an API service that does not answer keeps the server from knowing what is left':
    '某个 API 服务没有应答，使服务器无法得知还剩什么',
  'the controller that set the finalizers must be running to clear them':
    '设置这些 finalizer 的控制器必须在运行才能清除它们',
  '{pod} cannot be placed: {wanted}{nodes}{part} {scheduler}': '{pod}无法调度：{wanted}{nodes}{part}{scheduler}',
  'This came with revision {revision}: {changes}.': '它随版本 {revision} 而来：{changes}。',
  'The revision before did not ask for this: {changes}.': '之前的版本没有这一要求：{changes}。',
  'Give a node the label {part}, or correct the selector of {name} (labels asked for: {part2}).':
    '给节点加上标签 {part}，或更正 {name} 的选择器（要求的标签：{part2}）。',
  'it asks for': '它所要求的',
  'see its template': '见其模板',
  'no node': '没有节点',
  '{count} nodes do not': '{count} 个节点不',
  '{nobody} {part:word} its node selector or affinity.': '{nobody}符合其节点选择器或亲和性。',
  'it may only run on a node with {wanted}, and {nobody} {part:word} that.':
    '它只能运行在带有 {wanted} 的节点上，而{nobody}具备。',
  'The nodes have: {labels}.': '节点具有：{labels}。',
  'Pod {name}{part} waits since {ago} for node {nodeName}, which does not exist: it was assigned there by name (spec.nodeName).':
    'Pod {name}{part} 自{ago}起等待节点 {nodeName}，而该节点不存在：它按名称被指定到那里（spec.nodeName）。',
  'The nodes are {known}.': '现有节点为 {known}。',
  'Remove nodeName from the template of {name}, or name a node that exists.':
    '从 {name} 的模板中去掉 nodeName，或指定一个存在的节点。',
  'quota {quota} of namespace {namespace} is used up.': '命名空间 {namespace} 的配额 {quota} 已用尽。',
  'quota {quota} of namespace {namespace} demands that pods specify {value}.':
    '命名空间 {namespace} 的配额 {quota} 要求 Pod 指定 {value}。',
  'What refuses the pods refuses every revision of them, so neither a restart, a rollback nor more replicas of {name} would help.':
    '拒绝这些 Pod 的原因会拒绝它们的每个版本，因此重启、回滚或增加 {name} 的副本都没有帮助。',
  '{standing} because {why}.': '{standing}，因为{why}。',
  'Raise quota {quota}, lower the requests of {name}, or run fewer pods in namespace {namespace}.':
    '调高配额 {quota}，降低 {name} 的请求值，或在命名空间 {namespace} 中运行更少的 Pod。',
  'Give the containers of {name} {value}.': '为 {name} 的容器设置 {value}。',
  'Quota {name} stands at {full}.': '配额 {name} 目前为 {full}。',
  'Most {resource} in namespace {namespace} is requested by {consumers}.':
    '命名空间 {namespace} 中请求 {resource} 最多的是 {consumers}。',
  '{resource:name} {used:figure} of {hard:figure}': '{resource} {used}/{hard}',
  '{amount:figure} by {count:number} pod': '{count} 个 Pod 共 {amount}',
  '{amount:figure} by {count:number} pods': '{count} 个 Pod 共 {amount}',
  'Quota {name} of namespace {namespace} is fully used: {full}.':
    '命名空间 {namespace} 的配额 {name} 已全部用完：{full}。',
  'Nothing was refused because of it so far, but the next pod will be.':
    '目前尚未因此拒绝任何内容，但下一个 Pod 会被拒绝。',
  'Everything that was asked for runs; the quota belongs to whoever shares out the cluster.':
    '所要求的都在运行；配额由分配集群资源的人管理。',
  'Raise quota {name}, or lower the requests of what runs in namespace {namespace}.':
    '调高配额 {name}，或降低命名空间 {namespace} 中运行内容的请求值。',
  '{pod} cannot be placed: {part} {scheduler}': '{pod}无法调度：{part}{scheduler}',
  'a hard rule about where other pods run keeps it from every node.': '关于其他 Pod 位置的硬性规则使它无法去任何节点。',
  'Lower the replicas of {name} to what the rule allows, add nodes, or make the rule a preferred one.':
    '把 {name} 的副本数降到规则允许的数量，增加节点，或把规则改为首选（preferred）。',
  'a hard pod anti-affinity rule (required, topologyKey {key}) allows one replica per {key2}; {part} wanted and {part2}.':
    '硬性 Pod 反亲和规则（required，topologyKey {key}）每个 {key2} 只允许一个副本；需要 {part}，而 {part2}。',
  'more are': '更多',
  '{wanted} replicas are': '{wanted} 个副本',
  'no place is left': '已无处可放',
  'there are {domains} such places ({domains2})': '这样的位置有 {domains} 个（{domains2}）',
  'a hard pod affinity rule (required, topologyKey {key}) wants it beside other pods, and no node it may run on has them.':
    '硬性 Pod 亲和规则（required，topologyKey {key}）要求它与其他 Pod 在一起，而它可运行的节点上都没有这些 Pod。',
  'a topology spread constraint (topologyKey {key}, maxSkew {skew}, DoNotSchedule) keeps the replicas even, which stand {domains}.':
    '拓扑分布约束（topologyKey {key}，maxSkew {skew}，DoNotSchedule）要求副本均匀分布，目前为 {domains}。',
  'It may only go to {allowed}, where it cannot: {obstacles}.': '它只能去 {allowed}，但无法去：{obstacles}。',
  'node {name} is not well': '节点 {name} 状态异常',
  'node {name} is cordoned': '节点 {name} 已被封锁',
  '{amount} {resource} free of {amount2}, {amount3} asked': '{resource} 空闲 {amount}（共 {amount2}），需要 {amount3}',
  'node {name} has insufficient {short}': '节点 {name} 的 {short} 不足',
  'The rule holds as it was written: neither a restart nor a cordon changes where the pod may go.':
    '规则按其写法生效：重启或封锁都不会改变 Pod 可去的位置。',
  'Fewer replicas, more nodes or a softer rule are for its owner to choose.':
    '减少副本、增加节点或放宽规则由其负责人选择。',
  '{pod} cannot be placed.': '{pod}无法调度。',
  'A new pod from the same template would wait for the same reason.': '用同一模板新建的 Pod 会因同样的原因等待。',
  'Change what keeps {name} from every node.': '改变使 {name} 无法去任何节点的因素。',
  '{pod} cannot be placed: it does not tolerate the taint {taints}{part}.':
    '{pod}无法调度：它不容忍污点 {taints}{part}。',
  'of node {fitting}, {part}': '（节点 {fitting}，{part}）',
  'which would have room for it': '那里有空间容纳它',
  'which it may run on otherwise': '否则它可以在那里运行',
  'Add a toleration for {taints} to {name}, if it belongs on these nodes; otherwise give it nodes without the taint.':
    '如果 {name} 应运行在这些节点上，为它添加对 {taints} 的容忍；否则给它没有该污点的节点。',
  '{total} pods of namespace {namespace} wait for a node: {counted}{part}.':
    '命名空间 {namespace} 有 {total} 个 Pod 在等待节点：{counted}{part}。',
  'that nobody owns': '没有所有者的 Pod',
} as const
