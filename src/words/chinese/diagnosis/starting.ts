/** Containers that do not start. */
export const starting = {
  'It came with {revision}: {changes}.': '它随 {revision} 而来：{changes}。',
  'its node': '其节点',
  'Container {name} of pod {name2} exits at once with code {exitCode} because {what}: "{lineOf:said}".':
    'Pod {name2} 的容器 {name} 立即以退出码 {exitCode} 退出，因为{what}："{lineOf}"。',
  'The revision before did not have this: {changes}.': '之前的版本没有这个问题：{changes}。',
  '{kind} {name}, which the container reads, was last written at {time}, when the trouble began.':
    '容器读取的 {kind} {name} 最近写入于 {time}，正是问题开始之时。',
  'the environment variable{name} is not set (missing)': '环境变量{name}未设置（缺失）',
  'the file{name} does not exist (missing)': '文件{name}不存在（缺失）',
  'the module{name} is missing from its image': '其镜像中缺少模块{name}',
  'it does not know the option{name}': '它不认识选项{name}',
  'permission is denied': '权限被拒绝',
  'permission is denied on{name}': '对{name}的权限被拒绝',
  'the address it wants to listen on is already in use': '它要监听的地址已被占用',
  'its configuration is not valid{part}': '其配置无效{part}',
  'what it asks for': '它所要求的内容',
  'Set {word} for container {name} in the pod template.': '在 Pod 模板中为容器 {name} 设置 {word}。',
  'Provide {word} to container {name}, by its image or a mounted volume.':
    '通过镜像或挂载卷向容器 {name} 提供 {word}。',
  'Correct the configuration of container {name} ({word}).': '更正容器 {name} 的配置（{word}）。',
  'Revision {revision} changed: {changes}.': '版本 {revision} 的变更：{changes}。',
  'Container {name} of pod {name2} cannot start because {why}: "{words}".':
    'Pod {name2} 的容器 {name} 无法启动，因为{why}："{words}"。',
  'Pod {name} cannot start because {why}: "{words:said}".': 'Pod {name} 无法启动，因为{why}："{words}"。',
  "the registry's rate limit is used up (too many requests)": '镜像仓库的速率限制已用尽（请求过多）',
  'Pull with credentials of a paid account or through a mirror; the limit of the registry is used up.':
    '使用付费账户的凭据或通过镜像站拉取；镜像仓库的限额已用尽。',
  'its image exists, but not for the platform (processor architecture) of its node':
    '其镜像存在，但没有适用于其节点平台（处理器架构）的版本',
  'Build the image for the platform of the nodes as well.': '同时为节点的平台构建该镜像。',
  'its image has no valid name': '其镜像名无效',
  'Correct the name of the image.': '更正镜像名。',
  'the registry denies pulling its image: the pull credentials are missing or not accepted':
    '镜像仓库拒绝拉取其镜像：拉取凭据缺失或不被接受',
  'Give the pod a pull secret (imagePullSecrets) that exists and may read the image.':
    '为 Pod 提供存在且可读取该镜像的拉取密钥（imagePullSecrets）。',
  'its image was not found in its registry (this tag or repository does not exist)':
    '在镜像仓库中找不到其镜像（该标签或仓库不存在）',
  'Push the image, or correct its tag.': '推送该镜像，或更正其标签。',
  'the registry of its image cannot be reached': '无法访问其镜像的镜像仓库',
  'Make the registry of the image reachable from the nodes.': '让节点能访问该镜像的镜像仓库。',
  'its image cannot be pulled': '无法拉取其镜像',
  'Find out why the image cannot be pulled.': '查明为何无法拉取该镜像。',
  'its program is built for another processor architecture than its node has (exec format error)':
    '其程序是为与其节点不同的处理器架构构建的（exec format error）',
  'Build the image for the processor of the nodes (a multi-platform image).':
    '为节点的处理器构建该镜像（多平台镜像）。',
  'the command it is told to run was not found in the image (executable not found)':
    '镜像中找不到它要运行的命令（可执行文件不存在）',
  'Correct the command of the container, or add the program to the image.': '更正容器的命令，或把该程序加入镜像。',
  'a Secret or ConfigMap it refers to, or a key of it, does not exist in its namespace (not found)':
    '它引用的 Secret 或 ConfigMap（或其中的键）在其命名空间中不存在',
  'Create what is missing in the namespace of the pod, or correct the reference.':
    '在 Pod 的命名空间中创建所缺的内容，或更正引用。',
  '{kind} {name}, which it refers to, does not exist in namespace {namespace}.':
    '它引用的 {kind} {name} 在命名空间 {namespace} 中不存在。',
  '{kind} {name}, which it refers to, lacks {keys}.': '它引用的 {kind} {name} 缺少 {keys}。',
  '{many} of the revision before still {part}.': '之前版本的{many}仍在{part}。',
  serves: '提供服务',
  serve: '提供服务',
  'A rollback or a restart would have to pull from the same registry.': '回滚或重启仍须从同一镜像仓库拉取。',
  'An earlier revision needs the same credentials, so a rollback would not help; the pull secret must be set right.':
    '更早的版本需要同样的凭据，回滚没有帮助；须修正拉取密钥。',
  'Revision {revision} brought it: {changes}.': '版本 {revision} 引入了它：{changes}。',
  'Pod {pod} is stuck in its init container {name}, which {state}.': 'Pod {pod} 卡在 init 容器 {name}，它{state}。',
  'Make available what the init container waits for, or take the step out of the template.':
    '提供该 init 容器所等待的内容，或从模板中去掉该步骤。',
  'Pod {pod:name} is stuck in its init container {name:name}, which has been running for {duration} and does not end.':
    'Pod {pod} 卡在 init 容器 {name}，它已运行 {duration} 而没有结束。',
  'Pod {pod:name} is stuck in its init container {name:name}, which fails with exit code {code:number} ({many}).':
    'Pod {pod} 卡在 init 容器 {name}，它以退出码 {code} 失败（{many}）。',
  'Pod {pod:name} is stuck in its init container {name:name}, which fails with exit code {code:number} ({many}) (it asks {address}).':
    'Pod {pod} 卡在 init 容器 {name}，它以退出码 {code} 失败（{many}）（它查询 {address}）。',
  'has been running{part} and does not end': '已运行{part}而没有结束',
  'fails with exit code {exitCode} ({many})': '以退出码 {exitCode} 失败（{many}）',
  '(it asks {address})': '（它查询 {address}）',
  'Pod {name} has been waiting on node {nodeName} for {duration} ({reason}), and no event of the last hour says what for: usually a volume, the image or the network of the node.':
    'Pod {name} 已在节点 {nodeName} 上等待 {duration}（{reason}），最近一小时没有事件说明在等什么：通常是卷、镜像或节点的网络。',
  'What it waits for is not known, so nothing should be changed.': '不知道它在等什么，因此不应做任何变更。',
  "Look at the kubelet's log of node {nodeName} for pod {name}.":
    '在节点 {nodeName} 的 kubelet 日志中查看 Pod {name}。',
  'Pod {name} does not run with what its template says: {differences}.':
    'Pod {name} 的运行内容与其模板不符：{differences}。',
  '{part}, so neither a rollback nor a change of the template helps while it does.':
    '{part}，只要它还在这样做，回滚或修改模板都没有帮助。',
  'Something rewrote it when it was created': '它在创建时被改写',
  'The mutating admission webhook {by} rewrites pods of this namespace when they are created':
    '变更型准入 webhook {by} 在创建此命名空间的 Pod 时改写它们',
  'The webhook would rewrite every new pod in the same way; its configuration must be corrected first.':
    '该 webhook 会以同样方式改写每个新 Pod；须先更正其配置。',
  'Correct the admission webhook {part}, or exclude this workload from it.':
    '更正准入 webhook {part}，或将此工作负载排除在外。',
  'that rewrites these pods': '（改写这些 Pod 的那个）',
  'Service {namespace}/{name}': 'Service {namespace}/{name}',
  ', made {ago}': '，创建于 {ago}',
} as const
