"""Models of PyTorch, written with torch.nn alone.

Parameters have the names, shapes and layouts of published checkpoints: those of torchvision's ResNet-18, and those of
BERT, GPT-2 and Llama as the library transformers stores them.
"""
import torch
from torch import nn
from torch.nn import functional


class BasicBlock(nn.Module):
    def __init__(self, channels_in, channels, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(channels_in, channels, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(channels)
        self.downsample = None
        if stride > 1:
            self.downsample = nn.Sequential(nn.Conv2d(channels_in, channels, 1, stride, bias=False),
                                            nn.BatchNorm2d(channels))

    def forward(self, x):
        shortcut = self.downsample(x) if self.downsample else x
        x = functional.relu(self.bn1(self.conv1(x)))
        return functional.relu(self.bn2(self.conv2(x)) + shortcut)


class ResNet18(nn.Module):
    """Classifies images, NCHW. Deep Residual Learning for Image Recognition, He et al., 2015."""

    dynamic_dimension = 0  # the number of images

    def __init__(self, image=32, width=8, classes=10):
        super().__init__()
        self.image = image
        self.conv1 = nn.Conv2d(3, width, 7, stride=2, padding=3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.layer1 = nn.Sequential(BasicBlock(width, width, 1), BasicBlock(width, width, 1))
        for layer in range(2, 5):
            width *= 2
            blocks = nn.Sequential(BasicBlock(width // 2, width, 2), BasicBlock(width, width, 1))
            self.add_module(f"layer{layer}", blocks)
        self.fc = nn.Linear(width, classes)

    def example(self, batch):
        return torch.randn(batch, 3, self.image, self.image)

    def forward(self, images):
        x = functional.max_pool2d(functional.relu(self.bn1(self.conv1(images))), 3, stride=2, padding=1)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(x.mean((2, 3)))


def split_heads(x, heads):
    """Returns batch x heads x length x features of batch x length x width."""
    batch, length, width = x.shape
    return x.view(batch, length, heads, width // heads).transpose(1, 2)


def join_heads(x):
    return x.transpose(1, 2).flatten(2)


class BertLayer(nn.Module):
    def __init__(self, heads, width, hidden):
        super().__init__()
        self.heads = heads
        self.attention = nn.ModuleDict({
            "self": nn.ModuleDict({name: nn.Linear(width, width) for name in ("query", "key", "value")}),
            "output": nn.ModuleDict({"dense": nn.Linear(width, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})})
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(width, hidden)})
        self.output = nn.ModuleDict({"dense": nn.Linear(hidden, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})

    def forward(self, x):
        attend, output = self.attention["self"], self.attention["output"]
        query, key, value = (split_heads(attend[name](x), self.heads) for name in ("query", "key", "value"))
        attended = join_heads(functional.scaled_dot_product_attention(query, key, value))
        x = output["LayerNorm"](output["dense"](attended) + x)
        hidden = functional.gelu(self.intermediate["dense"](x))
        return self.output["LayerNorm"](self.output["dense"](hidden) + x)


class Bert(nn.Module):
    """A transformer encoder: features of each word. BERT, Devlin et al., 2018."""

    dynamic_dimension = 1  # the number of words

    def __init__(self, words=100, length=12, positions=16, layers=2, heads=2, width=32, hidden=64):
        super().__init__()
        self.words, self.length = words, length
        self.embeddings = nn.ModuleDict({
            "word_embeddings": nn.Embedding(words, width), "position_embeddings": nn.Embedding(positions, width),
            "token_type_embeddings": nn.Embedding(2, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(BertLayer(heads, width, hidden) for _ in range(layers))})

    def example(self, batch):
        return torch.randint(self.words, (batch, self.length))

    def forward(self, words):
        tables = self.embeddings
        length = words.shape[1]
        x = tables["word_embeddings"](words) + tables["position_embeddings"].weight[:length]
        x = tables["LayerNorm"](x + tables["token_type_embeddings"].weight[0])
        for layer in self.encoder["layer"]:
            x = layer(x)
        return x


class Conv1D(nn.Module):
    """A linear layer whose weights are stored as inputs x outputs, as in GPT-2's checkpoints."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(nn.init.normal_(torch.empty(inputs, outputs), std=0.02))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class GPT2Block(nn.Module):
    def __init__(self, heads, width):
        super().__init__()
        self.heads = heads
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = nn.ModuleDict({"c_attn": Conv1D(width, 3 * width), "c_proj": Conv1D(width, width)})
        self.mlp = nn.ModuleDict({"c_fc": Conv1D(width, 4 * width), "c_proj": Conv1D(4 * width, width)})

    def forward(self, x, past=None):
        parts = self.attn["c_attn"](self.ln_1(x)).chunk(3, -1)
        query, key, value = (split_heads(part, self.heads) for part in parts)
        if past is not None:
            key, value = (torch.cat(both, 2) for both in zip(past, (key, value)))
        attended = functional.scaled_dot_product_attention(query, key, value, is_causal=past is None)
        x = x + self.attn["c_proj"](join_heads(attended))
        hidden = functional.gelu(self.mlp["c_fc"](self.ln_2(x)), approximate="tanh")
        return x + self.mlp["c_proj"](hidden)


class GPT2(nn.Module):
    """A decoder: the logits of the next word, after each word. GPT-2, Radford et al., 2019."""

    dynamic_dimension = 1  # the number of words

    def __init__(self, words=100, length=12, positions=16, layers=2, heads=2, width=32):
        super().__init__()
        self.words, self.length = words, length
        self.wte, self.wpe = nn.Embedding(words, width), nn.Embedding(positions, width)
        self.h = nn.ModuleList(GPT2Block(heads, width) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width)

    def example(self, batch):
        return torch.randint(self.words, (batch, self.length))

    def forward(self, words):
        x = self.wte(words) + self.wpe.weight[:words.shape[1]]
        for block in self.h:
            x = block(x)
        return self.ln_f(x) @ self.wte.weight.T


class GPT2Step(GPT2):
    """A step of a decoder: the logits of the next word of one text, after a word that follows `past` others.

    The keys and values of these are in a buffer, and hence among the weights.
    """

    dynamic_dimension = None

    def __init__(self, past=11, layers=2, heads=2, width=32, **sizes):
        super().__init__(length=1, layers=layers, heads=heads, width=width, **sizes)
        self.register_buffer("past", torch.randn(layers, 2, 1, heads, past, width // heads))

    def example(self, batch):
        return super().example(1)

    def forward(self, words):
        x = self.wte(words) + self.wpe.weight[self.past.shape[-2]]
        for block, past in zip(self.h, self.past):
            x = block(x, past)
        return self.ln_f(x) @ self.wte.weight.T


class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5))


def rotate(x, cos, sin):
    """Rotary position embedding: rotates pairs of features by angles that grow with the position."""
    left, right = x.chunk(2, -1)
    return x * cos + torch.cat([-right, left], -1) * sin


class LlamaLayer(nn.Module):
    def __init__(self, heads, key_heads, width, hidden):
        super().__init__()
        linear = lambda inputs, outputs: nn.Linear(inputs, outputs, bias=False)
        key_width = width // heads * key_heads
        self.heads, self.key_heads = heads, key_heads
        self.input_layernorm, self.post_attention_layernorm = RMSNorm(width), RMSNorm(width)
        self.self_attn = nn.ModuleDict({"q_proj": linear(width, width), "k_proj": linear(width, key_width),
                                        "v_proj": linear(width, key_width), "o_proj": linear(width, width)})
        self.mlp = nn.ModuleDict({"gate_proj": linear(width, hidden), "up_proj": linear(width, hidden),
                                  "down_proj": linear(hidden, width)})

    def forward(self, x, cos, sin):
        normalized = self.input_layernorm(x)
        query = rotate(split_heads(self.self_attn["q_proj"](normalized), self.heads), cos, sin)
        key = rotate(split_heads(self.self_attn["k_proj"](normalized), self.key_heads), cos, sin)
        value = split_heads(self.self_attn["v_proj"](normalized), self.key_heads)
        attended = functional.scaled_dot_product_attention(query, key, value, is_causal=True, enable_gqa=True)
        x = x + self.self_attn["o_proj"](join_heads(attended))
        normalized = self.post_attention_layernorm(x)
        hidden = functional.silu(self.mlp["gate_proj"](normalized)) * self.mlp["up_proj"](normalized)
        return x + self.mlp["down_proj"](hidden)


class Llama(nn.Module):
    """A decoder with RMS-norm, rotary embeddings, grouped heads and SwiGLU. Llama 2, Touvron et al., 2023."""

    dynamic_dimension = 1  # the number of words

    def __init__(self, words=100, length=12, layers=2, heads=4, key_heads=2, width=32, hidden=88, base=10000):
        super().__init__()
        self.words, self.length, self.base, self.features = words, length, base, width // heads
        self.model = nn.ModuleDict({
            "embed_tokens": nn.Embedding(words, width), "norm": RMSNorm(width),
            "layers": nn.ModuleList(LlamaLayer(heads, key_heads, width, hidden) for _ in range(layers))})
        self.lm_head = nn.Linear(width, words, bias=False)

    def example(self, batch):
        return torch.randint(self.words, (batch, self.length))

    def forward(self, words):
        device = words.device
        frequencies = self.base**(-torch.arange(0, self.features, 2, device=device) / self.features)
        angles = torch.outer(torch.arange(words.shape[1], device=device), frequencies).repeat(1, 2)
        x = self.model["embed_tokens"](words)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        for layer in self.model["layers"]:
            x = layer(x, cos, sin)
        return self.lm_head(self.model["norm"](x))


# The defaults of the classes are small models; these are the sizes of published ones.
MODELS = {"resnet18": ResNet18, "bert": Bert, "gpt2": GPT2, "gpt2_step": GPT2Step, "llama": Llama}
PUBLISHED = {
    "resnet18": dict(image=224, width=64, classes=1000),
    "bert": dict(words=30522, length=128, positions=512, layers=12, heads=12, width=768, hidden=3072),
    "gpt2": dict(words=50257, length=128, positions=1024, layers=12, heads=12, width=768),
    "gpt2_step": dict(words=50257, past=127, positions=1024, layers=12, heads=12, width=768),
    "llama": dict(words=32000, length=128, layers=22, heads=32, key_heads=4, width=2048, hidden=5632),
}
