/** Names, services, ingresses and network policies. */
export const routes = {
  'DNS replica {name} is stuck: it runs and is not ready{part}, while {ready} of {all} replicas are ready on the same configuration{part2}.':
    'DNS 副本 {name} 卡住：它在运行但未就绪{part}，而 {all} 个副本中有 {ready} 个在同样的配置下就绪{part2}。',
  'A fresh process would connect anew.': '新进程会重新连接。',
  '; its log ends with "{lineOf:said}"': '；其日志最后为 "{lineOf}"',
  'Only {name} is stuck; the other DNS replicas serve meanwhile.': '只有 {name} 卡住；期间其他 DNS 副本提供服务。',
  'If it comes again, see why {name} lost its connection (node {nodeName}, API server).':
    '如果再次出现，查看 {name} 为何失去连接（节点 {nodeName}、API server）。',
  "The cluster's DNS fails: {ready} of {all} DNS pods are ready, pod {name} is not.":
    '集群的 DNS 失败：{all} 个 DNS Pod 中 {ready} 个就绪，Pod {name} 未就绪。',
  'Whatever asks for a name in this cluster fails with it.': '此集群中查询名称的一切都会随之失败。',
  'It forwards queries to itself, in a loop.': '它把查询转发给自己，形成循环。',
  'Its configuration (ConfigMap {name}) says: "{forward}".': '其配置（ConfigMap {name}）为："{forward}"。',
  'ConfigMap {name} was last written at {time} ({ago}).': 'ConfigMap {name} 最近写入于 {time}（{ago}）。',
  'All replicas read the same configuration, so a restart would end the same way; and restarting the clients does not bring names back.':
    '所有副本读取同样的配置，重启的结果相同；重启客户端也不能恢复名称解析。',
  'Point the forward of the Corefile to a resolver outside the cluster and let CoreDNS read it again.':
    '把 Corefile 的 forward 指向集群外的解析器，并让 CoreDNS 重新读取。',
  'Correct what the DNS pods complain of; take the last change of their ConfigMap back if it fits in time.':
    '更正 DNS Pod 所抱怨的问题；如果时间吻合，撤回其 ConfigMap 的最近修改。',
  'The cluster\'s DNS pods are ready, but the resolver they forward to{part} does not answer{part2}: "{lineOf:said}" ({failing} times).':
    '集群的 DNS Pod 已就绪，但它们转发到的解析器{part}没有应答{part2}："{lineOf}"（{failing} 次）。',
  'one of them, pod {name} on node {nodeName}; the others do not complain, so it is the way from there':
    '其中一个，即节点 {nodeName} 上的 Pod {name}；其他的没有抱怨，因此是从那里出去的路径有问题',
  'The DNS pods do what they can; restarting them does not make the resolver behind them answer.':
    'DNS Pod 已尽其所能；重启它们不会使其背后的解析器应答。',
  'See why the upstream resolver does not answer (network, its own health), or forward to another.':
    '查看上游解析器为何没有应答（网络、自身健康），或转发到另一个。',
  '"{lineOf:said}" ({clues} times).': '"{lineOf}"（{clues} 次）。',
  'Ingress {namespace}/{name} leads {host}{path} {wrong}.': 'Ingress {namespace}/{name} 把 {host}{path} 指向{wrong}。',
  'Service {name}': 'Service {name}',
  '; {pod} knows no {path}: "{lineOf:said}" ({times})': '；{pod} 不认识 {path}："{lineOf}"（{times}）',
  'DNS queries (port 53) to the cluster DNS': '到集群 DNS 的 DNS 查询（端口 53）',
  'connections to {name} on port {port}': '到 {name} 端口 {port} 的连接',
  'connections from {name} to {name2} on port {port}': '从 {name} 到 {name2} 端口 {port} 的连接',
  'Network policy {names} in namespace {namespace} blocks {what}: it covers pod {name} ({direction}) and has no {toLowerCase} rule {part}.':
    '命名空间 {namespace} 的网络策略 {names} 阻断了{what}：它覆盖 Pod {name}（{direction}），且没有 {toLowerCase} 规则{part}。',
  'The log says: "{lineOf:said}" ({count} times).': '日志称："{lineOf}"（{count} 次）。',
  'that allows it': '允许它',
  'at all': '（完全没有）',
  'It was {part} at {time} ({ago}).': '它于 {time}（{ago}）{part}。',
  'last changed': '最近修改',
  created: '创建',
  'A network policy is not changed automatically, and no restart or rollback of the pods gets past it.':
    '网络策略不会自动修改，重启或回滚 Pod 也无法绕过它。',
  'If the nearest rule of network policy {policy} was meant for this, correct it there.':
    '如果网络策略 {policy} 中最接近的规则就是为此而设，请在那里更正。',
  'Add {part} rule for {what} to network policy {names}.': '在网络策略 {names} 中为{what}添加{part}规则。',
  'an egress': '出站（egress）',
  'an ingress': '入站（ingress）',
  'Network policy {name} in namespace {namespace} was {deed} at {time} ({ago}), just before {sufferer} began to fail: {clause}.':
    '命名空间 {namespace} 的网络策略 {name} 于 {time}（{ago}）被{deed}，恰在 {sufferer} 开始失败之前：{clause}。',
  'It covers pod {name2} ({types}) and lets through only what its rules name{part}.':
    '它覆盖 Pod {name2}（{types}），只放行其规则所列的内容{part}。',
  'So it is likely, though no log proves it, that it shuts out something {sufferer2} needs.':
    '因此它很可能挡住了 {sufferer2} 所需的内容，尽管没有日志证明。',
  '; DNS (port 53) is not among it, so no name can be resolved from there':
    '；DNS（端口 53）不在其中，因此从那里无法解析任何名称',
  'Compare the rules of network policy {name} with what {sufferer} calls and who calls it (DNS on port 53 too), and take it back if that mends it.':
    '将网络策略 {name} 的规则与 {sufferer} 所调用的以及调用它的一方比较（包括端口 53 的 DNS），如果撤回能修复则撤回。',
  'Network policy {names} in namespace {namespace} {part} whoever asks for metrics: {part2} not answer (up is 0{part3}) although pod {name} is ready, and the policy {part4}{rules}':
    '命名空间 {namespace} 的网络策略 {names} {part}抓取指标的一方：{part2}没有应答（up 为 0{part3}），尽管 Pod {name} 已就绪，而该策略{part4}{rules}',
  'shuts out': '挡住了',
  'probably shuts out': '很可能挡住了',
  'the only target does': '唯一的目标',
  'all {count} targets do': '全部 {count} 个目标',
  'over it, written at {time} ({ago}),': '（覆盖它，写入于 {time}，{ago}）',
  'over it': '（覆盖它）',
  'Add an ingress rule for port {port} from the namespace of the metrics server to network policy {names}.':
    '在网络策略 {names} 中添加来自指标服务器命名空间、端口 {port} 的入站规则。',
  'from namespace {namespace}': '，来自命名空间 {namespace}',
  'has no ingress rule for everybody: it lets in only whom its rules name.':
    '没有对所有人开放的入站规则：它只放行其规则所列的一方。',
  'Whether the metrics server is among them was not seen.': '没有看到指标服务器是否在其中。',
  'has no ingress rule that allows port {port}{who}.': '没有允许端口 {port}{who} 的入站规则。',
  'The revision before has the labels that Service {name} selects': '之前的版本具有 Service {name} 所选择的标签',
  'Service {namespace}/{name} has no endpoints because its selector {say} selects no pod{part}.':
    'Service {namespace}/{name} 没有端点，因为其选择器 {say} 没有选中任何 Pod{part}。',
  'Make the selector of service {name} and the labels of its pods agree{part}.':
    '让服务 {name} 的选择器与其 Pod 的标签一致{part}。',
  '{key}={value} is asked for, {part} is there': '要求 {key}={value}，实际为 {part}',
  'pod {name} has the labels {say} ({differences})': 'Pod {name} 的标签为 {say}（{differences}）',
  '{count:number} ready pod': '{count} 个就绪的 Pod',
  '{count:number} ready pods': '{count} 个就绪的 Pod',
  'The pods behind it are as they should be: restarting or scaling them changes nothing, and a Service is not changed automatically.':
    '其后的 Pod 均正常：重启或伸缩它们没有作用，Service 也不会自动修改。',
  'The pods of the revision before have the port that Service {name} asks for':
    '之前版本的 Pod 具有 Service {name} 所要求的端口',
  'Set targetPort of service {name} to {there}, or': '把服务 {name} 的 targetPort 设为 {there}，或',
  "give the container's port the name {target}": '给容器的端口命名为 {target}',
  'let the container listen on {target}': '让容器监听 {target}',
  'pod {name} {part}': 'Pod {name} {part}',
  'pod {name:name} has {ports}': 'Pod {name} 有 {ports}',
  'declares no port': '没有声明端口',
  'Service {namespace}/{name} has no endpoints though its selector fits pods that are ready: its port {port} leads to targetPort {part}, and {has}.':
    'Service {namespace}/{name} 没有端点，尽管其选择器匹配已就绪的 Pod：其端口 {port} 指向 targetPort {part}，而{has}。',
  'Service {namespace}/{name} sends port {port} to targetPort {target} of its pods, where nobody listens: {has}.':
    'Service {namespace}/{name} 把端口 {port} 发往其 Pod 的 targetPort {target}，而那里无人监听：{has}。',
  'The pods are ready; the Service misroutes (wrong target port).': 'Pod 已就绪；是 Service 路由有误（目标端口错误）。',
  'containerPort {containerPort}{part}': 'containerPort {containerPort}{part}',
  ', one of {ready} endpoints,': '，{ready} 个端点之一，',
} as const
