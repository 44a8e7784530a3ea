/** What a setting takes, and what holds where it was given something else. */
export const settings = {
  '{key:name} could not be read (expected {what}); in force is {value}.':
    '{key} 无法读取（应为{what}）；当前生效：{value}。',
  '{key:name} in the environment is ignored: expected {what}.': '环境变量 {key} 被忽略：应为{what}。',
  'The configuration is in force.': '配置已生效。',
  'It is stored, but not all of it is in force.': '已存储，但并非全部生效。',
  'a list, or text divided by commas': '列表，或以逗号分隔的文本',
  'a number of at least {least:number}': '不小于 {least} 的数',
  'an http(s) address': 'http(s) 地址',
  'an integer greater than {least:number}': '大于 {least} 的整数',
  'an integer of at least {least:number}': '不小于 {least} 的整数',
  'an integer of at least {least:number} and at most {most:number}': '{least} 至 {most} 的整数',
  'text, never shown again': '文本，不再显示',
  'cannot be null; [] empties it': '不能为 null；[] 表示清空',
  '{key:name} could not be read (expected one of {words:said}); in force is {value}.':
    '{key} 无法读取（应为以下之一：{words}）；当前生效：{value}。',
  '{key:name} could not be read (expected text); in force is {value}.':
    '{key} 无法读取（应为文本）；当前生效：{value}。',
  '{key:name} in the environment is ignored: expected one of {words:said}.':
    '环境变量 {key} 被忽略：应为以下之一：{words}。',
  'true or false': 'true 或 false',
  'the value before': '先前的值',
  'the default': '默认值',
  'an empty list': '空列表',
  'Nothing.': '无。',
  'Not enough is set to try it.': '设置不足，无法测试。',
  'To try it, set {keys:said}.': '测试前请先设置 {keys}。',
  'Nothing, within {seconds:number} s.': '{seconds} 秒内没有应答。',
  'Asked {hosts:said} for its models, with the key.': '已用密钥向 {hosts} 查询其模型。',
  'Asked {hosts:said} for their models, each with its key.': '已分别用各自的密钥向 {hosts} 查询其模型。',
  'Asked {host:said} for the meaning of one word with {model:value}.': '已用 {model} 向 {host} 查询一个词的含义。',
  'Asked {host:said} for vector(1).': '已向 {host} 查询 vector(1)。',
  'Asked {host:said} for one line of the last minute.': '已向 {host} 查询最近一分钟的一行日志。',
  'Asked {host:said} for an issue that does not exist.': '已向 {host} 查询一个不存在的问题。',
  'Asked {host:said} for its silences.': '已向 {host} 查询其静默。',
  'Asked {host:said} for /healthz, as a link on a card would lead there.': '已按卡片上的链接向 {host} 查询 /healthz。',
  'Asked CloudWatch {region:said} for the alarms that fire.': '已向 CloudWatch（{region}）查询触发中的告警。',
  'Signed in to {host:said} as {app:value} and asked who we are.': '已以 {app} 登录 {host} 并查询自身身份。',
  'Sent a test message to chat {chat:value}.': '已向聊天 {chat} 发送测试消息。',
  'Asked {host:said}/chat/event whether we are there, signed with the key, as the chat platform does.':
    '已像聊天平台那样用密钥签名，向 {host}/chat/event 查询服务是否在线。',
  'Asked {host:said}/chat/event whether we are there, with the token, as the chat platform does.':
    '已像聊天平台那样带上令牌，向 {host}/chat/event 查询服务是否在线。',
  'It refused it (401): what is in force there is another one.': '被拒绝（401）：那里生效的是另一个值。',
  'It was taken. Whether the platform holds the same one, its own next callback shows.':
    '已被接受。聊天平台所持的是否相同，要看它下一次回调。',
  'Asked {host:said} for {path:value}, without signing in.': '未登录，已向 {host} 查询 {path}。',
  'It is there, and wants somebody to sign in ({status:number}).': '可以访问，但要求登录（{status}）。',
  'It answered {status:number}: links of incidents lead somewhere.': '应答 {status}：事件中的链接可以打开。',
  'It answered {status:number}.': '应答 {status}。',
  'It answered 200 and knows {what:value}.': '应答 200，已知 {what}。',
  'It answered 200, but {model:value} is not among the {count:number} models it lists.':
    '应答 200，但其列出的 {count} 个模型中没有 {model}。',
  'It answered with {count:number} numbers.': '应答了 {count} 个数。',
  'It answered as a metrics server does.': '应答符合指标服务器。',
  'It answered as a log server does.': '应答符合日志服务器。',
  'It answered that there is none, so it knows us.': '应答该问题不存在，说明连接有效。',
  'It answered as an Alertmanager does; {count:number} of its silences are not over.':
    '应答符合 Alertmanager；其静默中有 {count} 个尚未结束。',
  'It answered; one fires.': '已应答；1 个触发中。',
  'It answered; {count:number} fire.': '已应答；{count} 个触发中。',
  'It answered {status:number}, and not as Firebreak does.': '应答 {status}，但不是 Firebreak 的应答。',
  'A Firebreak answers there ({status:number}).': '那里有 Firebreak 应答（{status}）。',
  'ALLOWED_NAMESPACES lists {name:said}, as no namespace can be called; it allows nothing.':
    'ALLOWED_NAMESPACES 中的 {name} 不可能是命名空间的名称，不会放行任何操作。',
  '{key:name} is not known and has no effect.': '{key} 不是已知的设置项，不起作用。',
  'Not known; it has no effect.': '未知的设置项，不起作用。',
} as const
