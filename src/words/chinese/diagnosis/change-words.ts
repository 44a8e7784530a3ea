/** Changes, releases, routes, times and exit codes, as several findings speak of them. */
export const changeWords = {
  'httpGet {text} on port {known}': 'httpGet {text}，端口 {known}',
  'not ready': '未就绪',
  'a StatefulSet that makes its pods in order does not replace one that is not ready, even when its template is set right, so it stays until somebody deletes it':
    '按顺序创建 Pod 的 StatefulSet 不会替换未就绪的 Pod，即使模板已改正，因此它会一直停留，直到有人删除它',
  'the update strategy of the set is OnDelete, so a pod gets a new template only when somebody deletes it':
    '该集合的更新策略是 OnDelete，因此只有在有人删除 Pod 时它才会得到新模板',
  'the partition of its rolling update keeps pods with a lower number on the revision they have':
    '其滚动更新的 partition 使编号较小的 Pod 停留在原有版本',
  'A {kind} is not returned to an earlier revision from here; a person can, with "{command}"{whatElse}.':
    '{kind} 不会从这里回退到更早的版本；人可以用 "{command}"{whatElse}。',
  'and by deleting its pods one by one, because its update strategy is OnDelete':
    '并逐个删除其 Pod，因为其更新策略是 OnDelete',
  'and by deleting {names} afterwards: a StatefulSet does not replace a pod that is not ready, even when its template is set right':
    '并在之后删除 {names}：StatefulSet 不会替换未就绪的 Pod，即使模板已改正',
  ', last written at {time} ({ago})': '，最近写入于 {time}（{ago}）',
  '{path} comes from {kind} {name}{written}.': '{path} 来自 {kind} {name}{written}。',
  '{ports}, while this goes to port {port}': '{ports}，而这里访问的是端口 {port}',
  'port {named} only': '仅端口 {named}',
  'addresses in {cidr}, while this one is {address}': '地址在 {cidr} 内，而此地址为 {address}',
  'pod label': 'Pod 标签',
  'the caller': '调用方',
  'the one called': '被调用方',
  'pods of its own namespace {ownNamespace}, while this one is in {namespace}':
    '其自身命名空间 {ownNamespace} 的 Pod，而它位于 {namespace}',
  'namespace label': '命名空间标签',
  'namespace {namespace}': '命名空间 {namespace}',
  'The rule that comes nearest (policy {policy}) asks for {differences}.':
    '最接近的规则（策略 {policy}）要求 {differences}。',
  'It came with revision {revision} of {released} (rolled out {ago}): {changes}.':
    '它随 {released} 的版本 {revision} 而来（发布于{ago}）：{changes}。',
  'variable {variable} was removed': '变量 {variable} 被移除',
  'variable {variable} was added': '新增变量 {variable}',
  'variable {variable:name} went from {say:value} to {say2:value}': '变量 {variable} 从 {say} 变为 {say2}',
  'variable {variable:name} ({part:name}) went from {say:value} to {say2:value}':
    '变量 {variable}（{part}）从 {say} 变为 {say2}',
  '{plain:name} was added ({say:value})': '新增 {plain}（{say}）',
  '{plain:name} was removed (it was {say:value})': '移除 {plain}（原为 {say}）',
  '{plain:name} went from {say:value} to {say2:value}': '{plain} 从 {say} 变为 {say2}',
  '{plain:name} got {come:value}': '{plain} 新增 {come}',
  '(a name that stands there twice, and the last one counts)': '（同一名称出现两次，以最后一个为准）',
  '{plain:name} lost {gone:value}': '{plain} 去掉 {gone}',
  '{plain:name} changed its order': '{plain} 改变了顺序',
  'variable {names} was {part}': '变量 {names} {part}',
  removed: '被移除',
  added: '新增',
  'an unknown time': '未知时间',
  '{duration} ago': '{duration}前',
  'at an unknown time': '在未知时间',
  '{count:number} times': '{count} 次',
  'illegal instruction': '非法指令',
  'aborted by itself': '自行中止',
  'bus error': '总线错误',
  'arithmetic error': '算术错误',
  'killed from outside by signal 9': '被外部以信号 9 杀死',
  'segmentation fault': '段错误',
  'told to end by signal 15': '被信号 15 要求结束',
  'exit code {code}': '退出码 {code}',
  'exit code {code}, {meaning}': '退出码 {code}，{meaning}',
} as const
