/** Rights, credentials and certificates. */
export const access = {
  'at the cluster scope': '在整个集群范围',
  'in namespace {place}': '在命名空间 {place} 中',
  'of API group {group}': '（API 组 {group}）',
  'Revision {revision} changed the account: {changes}.': '版本 {revision} 更换了账户：{changes}。',
  'Pod {name} is forbidden by RBAC to do its work: service account {home}/{account} may not {verb} {resource}{of} {where} ({times} in its log).':
    'Pod {name} 被 RBAC 禁止执行其工作：服务账户 {home}/{account} {where}不能 {verb} {resource}{of}（日志中 {times}）。',
  'A Role and a binding with the verb "{verb2}" on {resource2} are missing.':
    '缺少对 {resource2} 具有动词 "{verb2}" 的 Role 及其绑定。',
  'The revision before used another account: {changes}.': '之前的版本使用另一个账户：{changes}。',
  'Rights are given by people: neither a restart nor a rollback changes what the account may do.':
    '权限由人授予：重启或回滚都不会改变该账户的权限。',
  'Grant service account {home}/{account} the verb {verb} on {resource} {where}, and no more than that.':
    '授予服务账户 {home}/{account} {where}对 {resource} 的 {verb} 权限，仅此而已。',
  'as user {word}': '，用户为 {word}',
  'Revision {revision} changed it: {changes}.': '版本 {revision} 改动了它：{changes}。',
  'Secret {name}, last written at {time}': 'Secret {name}，最近写入于 {time}',
  'Secret {name}': 'Secret {name}',
  ', for the first time at {time}': '，首次出现于 {time}',
  'Certificate {name} is not ready, so its renewal has failed.': '证书 {name} 未就绪，说明续期失败。',
  '{whose} {reason}{part}: pod {name} says "{lineOf:said}"{when} ({clues} such lines seen).':
    '{whose}{reason}{part}：Pod {name} 称 "{lineOf}"{when}（共看到 {clues} 行）。',
  '(it was valid until {until})': '（有效期至 {until}）',
  'A restart or a rollback loads the same certificate again; it has to be renewed by a person or by whoever issues it.':
    '重启或回滚会再次加载同一证书；须由人或签发方续期。',
  'Nothing shows that a fresh process would get another certificate; whoever issues it has to see to it.':
    '没有迹象表明新进程会得到另一张证书；须由签发方处理。',
  'The certificate of {host}': '{host} 的证书',
  'The certificate shown at {address}': '{address} 出示的证书',
  'The certificate that {kind} {namespace}/{name} shows': '{kind} {namespace}/{name} 出示的证书',
  'A certificate that pod {name} meets': 'Pod {name} 遇到的证书',
  'Only {accused} of {name} shows it; the others do not.': '只有 {name} 的 {accused} 出现此问题；其他的没有。',
  'Certificate {name} ended at {time}.': '证书 {name} 已于 {time} 到期。',
  'Certificate {name}, as it is stored now, is valid until {time}: what is served is an older one.':
    '目前存储的证书 {name} 有效期至 {time}：所提供的是更旧的一张。',
  'Renew the certificate{of}, and let an alert tell of it weeks before its end.':
    '续期证书{of}，并设置告警在到期前数周提醒。',
  'See which certificate{of} is shown, who issued it and to which names, and whether those who refuse it know its issuer.':
    '查看出示的是哪张证书{of}、由谁签发、签给哪些名称，以及拒绝它的一方是否信任其签发方。',
  'Certificate {name} has expired: it was valid until {time}.': '证书 {name} 已过期：有效期至 {time}。',
  'It is not ready, so its renewal has failed.': '它未就绪，说明续期失败。',
  'Certificate {name} is still valid, but expires on {time}, in {max} days, and has not been renewed.':
    '证书 {name} 仍然有效，但将于 {time} 到期（{max} 天后），且尚未续期。',
  'Only whoever issues it can renew a certificate; no step here would.':
    '只有签发方能续期证书；这里没有任何步骤可以做到。',
  'Find out why certificate {name} was not renewed, and renew it.': '查明证书 {name} 为何没有续期，并为其续期。',
  '{part} {reason}{part2}: {speaker} says "{words}"{part3} (seen {count} times).':
    '{part}{reason}{part2}：{speaker} 称 "{words}"{part3}（出现 {count} 次）。',
  'A certificate that {speaker} meets': '{speaker} 遇到的证书',
  expired: '已过期',
  'what is stored there is valid until {time}': '那里存储的证书有效期至 {time}',
  'an expired certificate{part}': '过期的证书{part}',
  '(valid until {until})': '（有效期至 {until}）',
  'an old certificate': '旧证书',
  'Pod {name} read Secret {name2} when it started; a fresh process reads what is there now.':
    'Pod {name} 在启动时读取了 Secret {name2}；新进程会读取现在的内容。',
  'Only this pod is refused.': '只有这个 Pod 被拒绝。',
  'Pod {namespace}/{name} still shows {what}: it started at {time}, and Secret {name2} was renewed after that, at {time2} ({ago}){part}.':
    'Pod {namespace}/{name} 仍在出示{what}：它于 {time} 启动，而 Secret {name2} 在那之后于 {time2}（{ago}）更新{part}。',
  'Pod {name3} says: "{lineOf:said}" ({count} such lines).': 'Pod {name3} 称："{lineOf}"（共 {count} 行）。',
  'Nothing shows that what is refused comes from Secret {name} and that what it holds now is valid, so no pod is restarted for it.':
    '没有迹象表明被拒绝的内容来自 Secret {name} 且其现有内容有效，因此不会为此重启 Pod。',
  'Let {name} read its certificate anew when Secret {name2} changes; until then restart the pods that are older than {time}, one after the other.':
    '让 {name} 在 Secret {name2} 变化时重新读取证书；在此之前，逐个重启早于 {time} 的 Pod。',
  '(variable {names})': '（变量 {names}）',
  'The process read Secret {name} when it started; a new one reads the present value.':
    '进程在启动时读取了 Secret {name}；新进程会读取当前值。',
  'One pod at a time.': '一次一个 Pod。',
  'Pod {name} still uses an old credential: Secret {name2} was changed (rotated) at {time}, after the pod started at {time2}, and its value{variable} is read only at the start.':
    'Pod {name} 仍在使用旧凭据：Secret {name2} 于 {time} 变更（轮换），而 Pod 启动于 {time2}，其值{variable}只在启动时读取。',
  'Since then: "{lineOf:said}" ({times}).': '此后："{lineOf}"（{times}）。',
  'Restart the other pods that use Secret {name} too, one after the other.':
    '使用 Secret {name} 的其他 Pod 也逐个重启。',
} as const
