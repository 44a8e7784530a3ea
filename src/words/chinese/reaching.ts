/** What could not be asked or looked at: what is not set up, what gave no answer, and what answered otherwise. */
export const reaching = {
  '{tools:tools}: {reason}': '{tools}：{reason}',
  'metrics server': '指标服务器',
  'log server': '日志服务器',
  'alert manager': 'Alertmanager',
  'error tracker': '错误跟踪服务',
  'No {server} is configured: set {setting:name} (and {setting2:name} if it wants one).':
    '没有配置{server}：请设置 {setting}（如需令牌，再设置 {setting2}）。',
  'The {server} answered {status:number}: {words:said}': '{server}应答 {status}：{words}',
  'What the {server} answered was not understood; check {setting:name}.': '无法理解{server}的应答；请检查 {setting}。',
  'No Kubernetes cluster is configured: set KUBECONFIG to the path of a kubeconfig (and KUBE_CONTEXT to choose a context), or run inside the cluster with a service account.':
    '没有配置 Kubernetes 集群：请将 KUBECONFIG 设为 kubeconfig 的路径（用 KUBE_CONTEXT 选择上下文），或在集群内以服务账号运行。',
  '{setting:name} names {path:said}, which cannot be read.': '{setting} 指向 {path}，该文件无法读取。',
  "{setting:name} names {path:said}, but {other:said}, the cluster's authority, is not there.":
    '{setting} 指向 {path}，但集群的证书颁发机构 {other} 不存在。',
  'KUBECONFIG names {path:said}, which cannot be read as a kubeconfig{code}.':
    'KUBECONFIG 指向 {path}，无法作为 kubeconfig 读取{code}。',
  'KUBECONFIG has no cluster for the context {context:said}.': 'KUBECONFIG 中没有上下文 {context} 对应的集群。',
  'Set {setting:name} to one of: {names:said}.': '请将 {setting} 设为以下之一：{names}。',
  'The kubeconfig names no usable server address.': 'kubeconfig 中没有可用的服务器地址。',
  'The credentials of the cluster account could not be read.': '无法读取集群账号的凭据。',
  'The API server answered {status:number}.': 'API 服务器应答 {status}。',
  'The API server at {server:said} could not be reached{code}.': '无法连接位于 {server} 的 API 服务器{code}。',
  'The API server at {server:said} did not answer within {seconds:number} s.':
    '位于 {server} 的 API 服务器在 {seconds} 秒内没有应答。',
  'The API server at {server:said} gave an answer that cannot be read: {why:said}.':
    '位于 {server} 的 API 服务器的应答无法读取：{why}。',
  'The API server does not accept {account:said}: {words:said}': 'API 服务器不接受 {account}：{words}',
  'No database to look after is known.': '没有已知的受管数据库。',
  'Set TARGET_DATABASES, as in {example:said}.': '请设置 TARGET_DATABASES，例如 {example}。',
  'There is no database {name:said} among those we look after.': '受管的数据库中没有 {name}。',
  'Known: {names:said}.': '已知：{names}。',
  '{host:host} could not be reached{code}.': '无法连接 {host}{code}。',
  '{host:host} did not answer within {seconds:number} s.': '{host} 在 {seconds} 秒内没有应答。',
  '{host:host} was not asked: it has just let two questions run out of time.':
    '未询问 {host}：它刚刚有两次提问超时未答。',
  '{host:host} answered with a redirect, which is not followed.': '{host} 应答了重定向，不予跟随。',
  'Set the address it leads to.': '请设为重定向所指的地址。',
  '{host:host} answered with more than {bytes:number} bytes; reading stopped.':
    '{host} 的应答超过 {bytes} 字节；已停止读取。',
  '{host:host} did not finish its answer in time.': '{host} 未能及时完成应答。',
  '{host:host} broke off its answer.': '{host} 中断了应答。',
  '{host:host} failed several times in a row and is not asked for a while.': '{host} 连续多次失败，暂不再询问。',
  '{host:host} did not finish its turn within {seconds:number} s (LLM_TIMEOUT).':
    '{host} 在 {seconds} 秒内没有完成其回合（LLM_TIMEOUT）。',
  'What {host:host} answered is not its protocol ({what:said}).': '{host} 的应答不符合协议（{what}）。',
  'Check LLM_PROVIDER.': '请检查 LLM_PROVIDER。',
  '{host:host} answered with something that is not UTF-8.': '{host} 的应答不是 UTF-8。',
  '{host:host} answered {status:number}{codes}.': '{host} 应答 {status}{codes}。',
  'Check LLM_API_KEY and what its account may use.': '请检查 LLM_API_KEY 及其账号的权限。',
  'The conversation is longer than it takes.': '对话超出其可接受的长度。',
  'Check LLM_PROVIDER, LLM_BASE_URL and LLM_MODEL.': '请检查 LLM_PROVIDER、LLM_BASE_URL 和 LLM_MODEL。',
} as const
